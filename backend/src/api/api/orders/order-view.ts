import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { Order } from "@shop/contracts"
import { BITCOIN_PAYMENT } from "../../../modules/bitcoin-payment"
import { queryRows } from "../../../query/query-rows"
import { PROVIDERS } from "../../../workflows/place-order/payment-providers"
import { imageAddress } from "../../../catalogue"

const amount = z.coerce.number()

const orderRow = z.object({
  id: z.string(),
  display_id: z.coerce.number().int(),
  status: z.string(),
  created_at: z.coerce.date(),
  item_total: amount,
  shipping_total: amount,
  total: amount,
  items: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      product_title: z.string().nullish(),
      variant_title: z.string().nullish(),
      thumbnail: z.string().nullish(),
      quantity: z.coerce.number().int(),
      unit_price: amount,
      total: amount,
    }),
  ),
  fulfillments: z
    .array(z.object({ shipped_at: z.coerce.date().nullish(), canceled_at: z.coerce.date().nullish() }))
    .nullish(),
  payment_collections: z.array(
    z.object({
      captured_amount: amount.nullish(),
      refunded_amount: amount.nullish(),
      payment_sessions: z.array(z.object({ provider_id: z.string() })).nullish(),
    }),
  ),
})
type OrderRow = z.infer<typeof orderRow>

const FIELDS = [
  "id",
  "display_id",
  "status",
  "created_at",
  "item_total",
  "shipping_total",
  "total",
  "items.*",
  "fulfillments.shipped_at",
  "fulfillments.canceled_at",
  "payment_collections.captured_amount",
  "payment_collections.refunded_amount",
  "payment_collections.payment_sessions.provider_id",
]

/** An order as anybody who holds its id may see it, without any personal data; null when there is none. */
export async function orderView(container: MedusaContainer, id: string): Promise<Order | null> {
  const [[order], bitcoin] = await Promise.all([
    queryRows(container, orderRow, { entity: "order", fields: FIELDS, filters: { id } }),
    container.resolve(BITCOIN_PAYMENT).paymentForOrder(id),
  ])
  if (!order) return null
  const provider = order.payment_collections[0]?.payment_sessions?.[0]?.provider_id
  return {
    id: order.id,
    number: order.display_id,
    paymentMethod: provider === PROVIDERS.bitcoin ? "bitcoin" : "card",
    status: statusOf(order),
    total: pounds(order.total),
    bitcoinAddress: bitcoin?.address ?? null,
    bitcoin,
    createdAt: order.created_at.toISOString(),
    subtotal: pounds(order.item_total),
    shippingCost: pounds(order.shipping_total),
    items: order.items.map((item) => ({
      id: item.id,
      name: item.product_title ?? item.title,
      weight: item.variant_title ?? "",
      image: imageAddress(item.thumbnail),
      quantity: item.quantity,
      price: pounds(item.unit_price),
      total: pounds(item.total),
    })),
  }
}

function statusOf(order: OrderRow): Order["status"] {
  const sumOf = (key: "captured_amount" | "refunded_amount") =>
    order.payment_collections.reduce((sum, collection) => sum + (collection[key] ?? 0), 0)
  if (sumOf("refunded_amount") > 0) return "refunded"
  if (order.status === "canceled") return "cancelled"
  if (order.fulfillments?.some((parcel) => parcel.shipped_at && !parcel.canceled_at)) return "dispatched"
  return sumOf("captured_amount") >= order.total ? "paid" : "awaiting_payment"
}

function pounds(value: number): string {
  return value.toFixed(2)
}
