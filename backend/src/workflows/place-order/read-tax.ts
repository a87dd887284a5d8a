import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { PlaceOrder } from "@shop/contracts"
import { addressOf } from "./address"
import type { CartSnapshot } from "./cart-snapshot"
import { variantOf } from "./check"

const taxLineRow = z
  .object({
    line_item_id: z.string().optional(),
    rate_id: z.string().nullish(),
    name: z.string().nullish(),
    code: z.string().nullish(),
    rate: z.number().nullable(),
    provider_id: z.string(),
  })
  .transform((row) => ({
    /** The cart line it taxes; null: the delivery. */
    lineId: row.line_item_id ?? null,
    stored: {
      description: row.name ?? "",
      tax_rate_id: row.rate_id ?? undefined,
      code: row.code ?? "",
      rate: row.rate ?? 0,
      provider_id: row.provider_id,
    },
  }))
export type TaxLine = z.infer<typeof taxLineRow>

/** VAT for every line and the delivery, reckoned by Medusa's tax module as its own checkout asks it. */
export async function readTax(
  container: MedusaContainer,
  { cart, variants, shippingOption }: CartSnapshot,
  request: PlaceOrder,
): Promise<TaxLine[]> {
  const { country_code, city, postal_code, address_1 } = addressOf(request)
  const items = cart.items.map((line) => ({
    id: line.id,
    product_id: line.product_id ?? "",
    product_type_id: line.product_type_id ?? undefined,
    quantity: line.quantity,
    unit_price: (variantOf(line, variants)?.calculated_price?.calculated_amount ?? 0) / 100,
    currency_code: cart.currency_code,
  }))
  const delivery = shippingOption
    ? [
        {
          id: shippingOption.id,
          shipping_option_id: shippingOption.id,
          unit_price: (shippingOption.calculated_price?.calculated_amount ?? 0) / 100,
          currency_code: cart.currency_code,
        },
      ]
    : []
  const tax = container.resolve(Modules.TAX)
  const lines = await tax.getTaxLines([...items, ...delivery], {
    address: { country_code, city, postal_code, address_1 },
  })
  return z.array(taxLineRow).parse(lines)
}
