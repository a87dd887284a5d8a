import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { Order } from "@shop/contracts"
import { BITCOIN_PAYMENT } from "../../../modules/bitcoin-payment"
import { queryRows } from "../../../query/query-rows"
import { PROVIDERS } from "../../../workflows/place-order/payment-providers"
import { imagePath } from "../../image-path"

const amount = z.coerce.number()

const orderRow = z.object({
  id: z.string(),
  display_id: z.coerce.number().int(),
  status: z.string(),
  payment_status: z.string(),
  fulfillment_status: z.string(),
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
  payment_collections: z.array(
    z.object({ payment_sessions: z.array(z.object({ provider_id: z.string() })).nullish() }),
  ),
})
type OrderRow = z.infer<typeof orderRow>

const FIELDS = [
  "id",
  "display_id",
  "status",
  "payment_status",
  "fulfillment_status",
  "created_at",
  "item_total",
  "shipping_total",
  "total",
  "items.*",
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
      image: imagePath(item.thumbnail ?? null),
      quantity: item.quantity,
      price: pounds(item.unit_price),
      total: pounds(item.total),
    })),
  }
}

function statusOf(order: OrderRow): Order["status"] {
  if (["refunded", "partially_refunded"].includes(order.payment_status)) return "refunded"
  if (order.status === "canceled") return "cancelled"
  if (["shipped", "delivered", "partially_shipped", "partially_delivered"].includes(order.fulfillment_status))
    return "dispatched"
  return order.payment_status === "captured" ? "paid" : "awaiting_payment"
}

function pounds(value: number): string {
  return value.toFixed(2)
}
