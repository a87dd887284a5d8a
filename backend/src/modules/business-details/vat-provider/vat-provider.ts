import { z } from "@medusajs/framework/zod"
import type {
  ItemTaxCalculationLine,
  ItemTaxLineDTO,
  ITaxProvider,
  ShippingTaxCalculationLine,
  ShippingTaxLineDTO,
} from "@medusajs/framework/types"
import type BusinessDetailsService from "../service"

const optionsSchema = z.object({
  /** The VAT number of the settings; null: not registered. It counts until staff edit the business details. */
  vatNumber: z.string().nullable(),
})

type Dependencies = {
  /** Resolved at call time: the module may be built after this provider. */
  businessDetails: BusinessDetailsService
}

/** Without a VAT number a business must not charge VAT (VAT Act 1994, Schedule 11). Prices contain VAT, so totals stay. */
export class VatProvider implements ITaxProvider {
  static identifier = "vat"
  private readonly vatNumber: string | null

  constructor(
    private readonly dependencies: Dependencies,
    options: unknown,
  ) {
    this.vatNumber = optionsSchema.parse(options).vatNumber
  }

  getIdentifier(): string {
    return VatProvider.identifier
  }

  async getTaxLines(
    items: ItemTaxCalculationLine[],
    deliveries: ShippingTaxCalculationLine[],
  ): Promise<(ItemTaxLineDTO | ShippingTaxLineDTO)[]> {
    if (!(await this.dependencies.businessDetails.isVatRegistered(this.vatNumber))) return []
    const lineOf = (rate: ItemTaxCalculationLine["rates"][number]) => ({
      rate_id: rate.id,
      rate: rate.rate ?? 0,
      name: rate.name,
      code: rate.code,
      provider_id: this.getIdentifier(),
    })
    return [
      ...items.flatMap(({ line_item, rates }) =>
        rates.map((rate) => ({ ...lineOf(rate), line_item_id: line_item.id })),
      ),
      ...deliveries.flatMap(({ shipping_line, rates }) =>
        rates.map((rate) => ({ ...lineOf(rate), shipping_line_id: shipping_line.id })),
      ),
    ]
  }
}
