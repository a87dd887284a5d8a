import type { MedusaContainer } from "@medusajs/framework/types"
import type { FollowedOrder, OwnerDetails } from "@shop/contracts"
import { imageAddress } from "../../../catalogue"
import { BITCOIN_PAYMENT } from "../../../modules/bitcoin-payment"
import { queryRows } from "../../../query/query-rows"
import { PROVIDERS } from "../../../workflows/place-order/steps"
import { bitcoinHistory, NO_BITCOIN, type BitcoinHistory } from "./bitcoin-history"
import { ORDER_FIELDS, orderRow, type OrderRow } from "./order-row"
import { refundQuestionOf } from "./refund-question"
import { statusOf } from "./order-status"
import { timelineOf } from "./timeline"
import type { Viewer } from "./viewer"

/**
 * An order as this viewer may see it. With only the id of a guest order, a viewer sees items and payment but no personal
 * data. Orders of an account are visible to their owner only. Null if the order does not exist or is not visible.
 */
export async function orderView(
  container: MedusaContainer,
  id: string,
  viewer: Viewer,
): Promise<FollowedOrder | null> {
  const [[order], bitcoin] = await Promise.all([
    queryRows(container, orderRow, { entity: "order", fields: ORDER_FIELDS, filters: { id } }),
    container.resolve(BITCOIN_PAYMENT).paymentForOrder(id),
  ])
  if (!order) return null
  const isOwner = viewer.hasKey || (viewer.customerId !== null && order.customer?.id === viewer.customerId)
  if (order.customer?.has_account && !isOwner) return null
  const [history, refund] = await Promise.all([
    bitcoin === null ? NO_BITCOIN : bitcoinHistory(container, id, bitcoin),
    bitcoin !== null && isOwner ? refundQuestionOf(container, id) : null,
  ])
  const provider = order.payment_collections[0]?.payment_sessions?.[0]?.provider_id
  const paymentMethod = provider === PROVIDERS.bitcoin ? "bitcoin" : "card"
  return {
    id: order.id,
    number: order.display_id,
    paymentMethod,
    status: statusOf(order),
    total: pounds(order.total),
    bitcoinAddress: bitcoin?.address ?? null,
    bitcoin,
    createdAt: order.created_at.toISOString(),
    subtotal: pounds(order.item_total),
    shippingCost: pounds(order.shipping_total),
    items: order.items.map((item) => ({
      id: item.id,
      productId: item.product_id ?? null,
      variantId: item.variant_id ?? null,
      name: item.product_title ?? item.title,
      weight: item.variant_title ?? "",
      image: imageAddress(item.thumbnail),
      quantity: item.quantity,
      price: pounds(item.unit_price),
      total: pounds(item.total),
    })),
    delivery: order.shipping_methods[0]?.name ?? "Delivery",
    timeline: timelineOf(whatHappened(order, paymentMethod === "bitcoin", history)),
    owner: isOwner ? { ...ownerDetails(order, history), refund } : null,
  }
}

function parcelsOf({ fulfillments }: OrderRow) {
  return (fulfillments ?? []).flatMap(({ canceled_at, shipped_at, delivered_at, labels }) => {
    const sent = shipped_at ?? delivered_at
    return canceled_at || !sent ? [] : [{ sent, delivered: delivered_at ?? null, labels: labels ?? [] }]
  })
}

function whatHappened(order: OrderRow, isBitcoin: boolean, history: BitcoinHistory) {
  const payments = order.payment_collections.flatMap((collection) => collection.payments ?? [])
  const parcels = parcelsOf(order)
  return {
    isBitcoin,
    placed: order.created_at,
    paymentSeen: history.seen,
    paymentConfirmed: earliest(payments.map((payment) => payment.captured_at)) ?? history.captured,
    dispatched: earliest(parcels.map(({ sent }) => sent)),
    delivered:
      parcels.length > 0 && parcels.every(({ delivered }) => delivered)
        ? latest(parcels.map(({ delivered }) => delivered))
        : null,
    cancelled: order.status === "canceled" ? (order.canceled_at ?? order.created_at) : null,
    refunded: earliest(payments.flatMap(({ refunds }) => (refunds ?? []).map((refund) => refund.created_at))),
  }
}

function ownerDetails(order: OrderRow, { transactions }: BitcoinHistory): Omit<OwnerDetails, "refund"> {
  const to = order.shipping_address
  return {
    email: order.email,
    name: [to?.first_name, to?.last_name].filter(Boolean).join(" "),
    address: to?.address_1 ?? "",
    city: to?.city ?? "",
    postcode: to?.postal_code ?? "",
    phone: to?.phone ?? "",
    parcels: parcelsOf(order).map(({ sent, delivered, labels }) => ({
      dispatchedAt: sent.toISOString(),
      deliveredAt: delivered?.toISOString() ?? null,
      tracking: labels.map(({ tracking_number: number, tracking_url: url }) => ({
        number,
        url: /^https?:\/\//.test(url) ? url : null,
      })),
    })),
    transactions,
  }
}

type Moment = Date | null | undefined
const sorted = (moments: readonly Moment[]) =>
  moments.filter((at) => at instanceof Date).sort((one, other) => one.getTime() - other.getTime())
const earliest = (moments: readonly Moment[]) => sorted(moments)[0] ?? null
const latest = (moments: readonly Moment[]) => sorted(moments).at(-1) ?? null

function pounds(value: number): string {
  return value.toFixed(2)
}
