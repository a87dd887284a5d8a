import { z } from "@medusajs/framework/zod"

const amount = z.coerce.number()
const moment = z.coerce.date()
const words = z
  .string()
  .nullish()
  .transform((text) => text ?? "")

/** What the shop's pages need of an order, as Medusa keeps it. */
export const orderRow = z.object({
  id: z.string(),
  display_id: z.coerce.number().int(),
  status: z.string(),
  email: words,
  created_at: moment,
  canceled_at: moment.nullish(),
  customer: z.object({ id: z.string(), has_account: z.boolean() }).nullish(),
  item_total: amount,
  shipping_total: amount,
  total: amount,
  items: z.array(
    z.object({
      id: z.string(),
      product_id: z.string().nullish(),
      variant_id: z.string().nullish(),
      title: z.string(),
      product_title: z.string().nullish(),
      variant_title: z.string().nullish(),
      thumbnail: z.string().nullish(),
      quantity: z.coerce.number().int(),
      unit_price: amount,
      total: amount,
    }),
  ),
  shipping_methods: z.array(z.object({ name: z.string() })),
  shipping_address: z
    .object({
      first_name: words,
      last_name: words,
      address_1: words,
      city: words,
      postal_code: words,
      phone: words,
    })
    .nullish(),
  fulfillments: z
    .array(
      z.object({
        shipped_at: moment.nullish(),
        delivered_at: moment.nullish(),
        canceled_at: moment.nullish(),
        labels: z.array(z.object({ tracking_number: words, tracking_url: words })).nullish(),
      }),
    )
    .nullish(),
  payment_collections: z.array(
    z.object({
      captured_amount: amount.nullish(),
      refunded_amount: amount.nullish(),
      payment_sessions: z.array(z.object({ provider_id: z.string() })).nullish(),
      payments: z
        .array(
          z.object({
            captured_at: moment.nullish(),
            refunds: z.array(z.object({ created_at: moment })).nullish(),
          }),
        )
        .nullish(),
    }),
  ),
})
export type OrderRow = z.infer<typeof orderRow>

export const ORDER_FIELDS = [
  "id",
  "display_id",
  "status",
  "email",
  "created_at",
  "canceled_at",
  "customer.id",
  "customer.has_account",
  "item_total",
  "shipping_total",
  "total",
  "items.*",
  "shipping_methods.name",
  "shipping_address.*",
  "fulfillments.shipped_at",
  "fulfillments.delivered_at",
  "fulfillments.canceled_at",
  "fulfillments.labels.tracking_number",
  "fulfillments.labels.tracking_url",
  "payment_collections.captured_amount",
  "payment_collections.refunded_amount",
  "payment_collections.payment_sessions.provider_id",
  "payment_collections.payments.captured_at",
  "payment_collections.payments.refunds.created_at",
]
