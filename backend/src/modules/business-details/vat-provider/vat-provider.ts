import { z } from "@medusajs/framework/zod"
import type {
  ItemTaxCalculationLine,
  ItemTaxLineDTO,
  ITaxProvider,
  ShippingTaxCalculationLine,
  ShippingTaxLineDTO,
  TaxCalculationContext,
} from "@medusajs/framework/types"
import type BusinessDetailsService from "../service"
import { deliveryTaxes, goodsByRate, taxContext } from "./delivery-vat"

const optionsSchema = z.object({
  /** The VAT number of the settings; null: not registered. It counts until staff edit the business details. */
  vatNumber: z.string().nullable(),
  /** `goods`: a delivery has the rates of its goods (HMRC, VAT Notice 700/24, section 2). `standard`: the region's. */
  deliveryVat: z.enum(["goods", "standard"]),
})

type Dependencies = {
  /** Resolved at call time: the module may be built after this provider. */
  businessDetails: Pick<BusinessDetailsService, "isVatRegistered">
}

/** Without a VAT number a business must not charge VAT (VAT Act 1994, Schedule 11). Prices contain VAT, so totals stay. */
export class VatProvider implements ITaxProvider {
  static identifier = "vat"
  private readonly options: z.output<typeof optionsSchema>

  constructor(
    private readonly dependencies: Dependencies,
    options: unknown,
  ) {
    this.options = optionsSchema.parse(options)
  }

  getIdentifier(): string {
    return VatProvider.identifier
  }

  async getTaxLines(
    items: ItemTaxCalculationLine[],
    deliveries: ShippingTaxCalculationLine[],
    { additional_context: context }: TaxCalculationContext,
  ): Promise<(ItemTaxLineDTO | ShippingTaxLineDTO)[]> {
    if (!(await this.dependencies.businessDetails.isVatRegistered(this.options.vatNumber))) return []
    const lineOf = (rate: ItemTaxCalculationLine["rates"][number]) => ({
      rate_id: rate.id,
      rate: rate.rate ?? 0,
      name: rate.name,
      code: rate.code,
      provider_id: this.getIdentifier(),
    })
    const ofItems = items.flatMap(({ line_item, rates }) =>
      rates.map((rate) => ({ ...lineOf(rate), line_item_id: line_item.id })),
    )
    const asked = items.map(({ line_item }) => line_item)
    const goods =
      items.length > 0 ? goodsByRate(ofItems, asked) : (taxContext.parse(context ?? {}).goods ?? [])
    const follows = this.options.deliveryVat === "goods" && goods.length > 0
    const ofDeliveries = deliveries.flatMap(({ shipping_line: { id }, rates }) => {
      const taxes = follows ? deliveryTaxes(goods) : rates.map(lineOf)
      return taxes.map((tax) => ({ ...tax, shipping_line_id: id }))
    })
    return [...ofItems, ...ofDeliveries]
  }
}
