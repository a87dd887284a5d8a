import { z } from "@medusajs/framework/zod"
import { penceColumn } from "../query/money"

const taxLines = z
  .array(z.object({ rate: z.coerce.number() }))
  .nullish()
  .transform((lines) => (lines ?? []).reduce((sum, line) => sum + line.rate, 0))

/** What a mail about an order needs of it. */
export const orderRow = z.object({
  id: z.string(),
  display_id: z.number().int(),
  email: z.string(),
  created_at: z.coerce.date(),
  item_total: penceColumn,
  shipping_total: penceColumn,
  total: penceColumn,
  items: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      product_title: z.string().nullish(),
      variant_title: z.string().nullish(),
      quantity: z.coerce.number().int(),
      total: penceColumn,
      tax_lines: taxLines,
    }),
  ),
  shipping_methods: z.array(z.object({ name: z.string(), total: penceColumn, tax_lines: taxLines })),
  shipping_address: z.object({
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
    address_1: z.string().nullish(),
    city: z.string().nullish(),
    postal_code: z.string().nullish(),
    phone: z.string().nullish(),
  }),
})
export type OrderRow = z.infer<typeof orderRow>

export const ORDER_FIELDS = [
  "id",
  "display_id",
  "email",
  "created_at",
  "item_total",
  "shipping_total",
  "total",
  "items.*",
  "items.total",
  "items.tax_lines.rate",
  "shipping_methods.*",
  "shipping_methods.total",
  "shipping_methods.tax_lines.rate",
  "shipping_address.*",
]

/** What an order's item is called, and what distinguishes it from its siblings. */
export function describeItem(item: OrderRow["items"][number]): { name: string; detail: string } {
  return { name: item.product_title ?? item.title, detail: item.variant_title ?? "" }
}

/** Name, address and telephone as lines. */
export function deliveryLines({ shipping_address: to }: OrderRow): string[] {
  const name = [to.first_name, to.last_name].filter(Boolean).join(" ")
  return [name, to.address_1, to.city, to.postal_code, to.phone].filter((line) => !!line).map(String)
}
