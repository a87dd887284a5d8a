import { z } from "@medusajs/framework/zod"
import type { ProductFacts } from "../../catalogue"

const id = z.object({ id: z.string() })
const many = <Row extends z.ZodType>(row: Row) =>
  z
    .array(row)
    .nullish()
    .transform((rows) => rows ?? [])

/** A pound amount as Medusa stores it, to integer pence. Anything that is not whole pence is a mistake in the catalogue. */
export const pence = z.coerce.number().transform((pounds, context) => {
  const value = Math.round(pounds * 100)
  if (Math.abs(value - pounds * 100) < 1e-6) return value
  context.addIssue({ code: "custom", message: `${pounds} pounds is not a whole number of pence` })
  return z.NEVER
})

export const cartRow = z.object({
  id: z.string(),
  region_id: z.string().nullable(),
  sales_channel_id: z.string().nullable(),
  currency_code: z.string(),
  locale: z.string().nullish(),
  customer_id: z.string().nullish(),
  completed_at: z.coerce.date().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  promotions: many(id),
  credit_lines: many(id),
  shipping_methods: many(id),
  items: many(
    z.object({
      id: z.string(),
      quantity: z.coerce.number().int().positive(),
      title: z.string(),
      subtitle: z.string().nullish(),
      thumbnail: z.string().nullish(),
      variant_id: z.string().nullable(),
      product_id: z.string().nullable(),
      product_title: z.string().nullish(),
      product_description: z.string().nullish(),
      product_subtitle: z.string().nullish(),
      product_type: z.string().nullish(),
      product_type_id: z.string().nullish(),
      product_collection: z.string().nullish(),
      product_handle: z.string().nullish(),
      variant_sku: z.string().nullish(),
      variant_barcode: z.string().nullish(),
      variant_title: z.string().nullish(),
      variant_option_values: z.record(z.string(), z.unknown()).nullish(),
      requires_shipping: z.boolean(),
      is_discountable: z.boolean(),
      is_giftcard: z.boolean(),
      is_custom_price: z.boolean(),
      is_tax_inclusive: z.boolean(),
      metadata: z.record(z.string(), z.unknown()).nullish(),
      adjustments: many(id),
    }),
  ),
})
export type Cart = z.infer<typeof cartRow>
export type CartLine = Cart["items"][number]

const price = z.object({
  calculated_amount: pence,
  is_calculated_price_tax_inclusive: z.boolean().nullish(),
})

export const variantRow = z.object({
  id: z.string(),
  manage_inventory: z.boolean(),
  allow_backorder: z.boolean(),
  product: z.object({ id: z.string(), status: z.string() }),
  calculated_price: price.nullish(),
  inventory_items: many(
    z.object({
      inventory_item_id: z.string(),
      required_quantity: z.coerce.number(),
      inventory: z.object({
        location_levels: many(
          z.object({
            location_id: z.string(),
            stocked_quantity: z.coerce.number(),
            reserved_quantity: z.coerce.number(),
          }),
        ),
      }),
    }),
  ),
})
export type Variant = z.infer<typeof variantRow>

export const shippingOptionRow = z.object({
  id: z.string(),
  name: z.string(),
  data: z.record(z.string(), z.unknown()).nullish(),
  type: z.object({ code: z.string() }),
  calculated_price: price.nullish(),
})
export type ShippingOption = z.infer<typeof shippingOptionRow>

/** Everything an order is made of, read fresh from the database in one go. */
export interface CartSnapshot {
  readonly cart: Cart
  readonly variants: ReadonlyMap<string, Variant>
  /** What the shop says of each product, by its id. */
  readonly declared: ReadonlyMap<string, ProductFacts>
  readonly shippingOption: ShippingOption | null
  /** Who answers for the food where no other operator is named. */
  readonly seller: { readonly name: string; readonly address: string }
}
