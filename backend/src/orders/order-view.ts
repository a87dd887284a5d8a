import type { MedusaContainer } from "@medusajs/framework/types"
import { type FollowedOrder, type OwnerDetails, type PaymentMethod, toPounds } from "@shop/contracts"
import { readDetails } from "./business-details/business-details"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { withPaymentLocked } from "medusa-payments/workflows"
import {
  bitcoinHistory,
  bitcoinRefundsOf,
  NO_BITCOIN,
  REFUND_TERMS,
  refundQuestionOf,
  type BitcoinHistory,
} from "./bitcoin-details"
import { trackingUrlOf } from "./carrier"
import { cancellationOf, readCancellationFacts, type CancellationFacts } from "./cancellation"
import { amountsDueOf, isDifferenceDue } from "./amount-due"
import { cardPaymentOf } from "./card-details"
import { readEstimate } from "./delivery-estimate"
import { currentSession, methodOfProvider } from "./payment-method"
import { itemView } from "./order-history"
import { readPaymentStatus } from "./payment-status"
import { isRefunded, piecesBack, refundedOf, statusOf, timelineOf, whereabouts } from "./order-status"
import {
  amountsOf,
  orderPage,
  priceBeforeDiscounts,
  readOrder,
  type OrderPage,
  parcelsOf,
  paidOf,
} from "./projections"
import { hasReceipt } from "./receipt"
import { withdrawalView } from "./withdrawals"

export interface Viewer {
  customerId: string | null
  hasKey: boolean
}

/**
 * An order as this viewer may see it. With only the id of a guest order, a viewer sees items and payment but no personal
 * data. Orders of an account are visible to their owner only. Null if the order does not exist or is not visible.
 */
export async function orderView(
  container: MedusaContainer,
  id: string,
  viewer: Viewer,
): Promise<FollowedOrder | null> {
  const found = await readOrderAndPayment(container, id)
  if (!found) return null
  const { order, due, awaited, paymentMethod, bitcoin, cardPayment, hasInvoice } = found
  const isOwner = viewer.hasKey || (viewer.customerId !== null && order.customer?.id === viewer.customerId)
  if (order.customer?.has_account && !isOwner) return null
  const history = bitcoin === null ? NO_BITCOIN : await bitcoinHistory(container, id, bitcoin)
  // Our record of a capture is written last: an order that is shown as paid is paid in all that is read after it.
  const isBeingCaptured = bitcoin?.state === "confirmed" && history.captured === null
  const known = statusOf(order)
  const status = isBeingCaptured && known === "paid" ? "awaiting_payment" : known
  // Read after the status: the page takes two answers with the same status for equally new.
  const isOpen = awaited > 0 || isDifferenceDue(order, due)
  const [estimate, refund, bitcoinRefunds, facts, paymentStatus] = await Promise.all([
    readEstimate(container, id),
    isOwner && hasInvoice ? refundQuestionOf(container, id) : null,
    isOwner && hasInvoice ? bitcoinRefundsOf(container, id) : [],
    isOwner ? readCancellationFacts(container, id) : null,
    isOpen ? readPaymentStatus(container, id) : null,
  ])
  const cancellation = cancellationView(facts)
  const withdrawal = isOwner ? await withdrawalView(container, order, cancellation !== null) : null
  return {
    id: order.id,
    number: order.display_id,
    paymentMethod,
    status,
    total: toPounds(order.total),
    refunded: refundedOf(order),
    isPartlySent: whereabouts(order).isPartlySent,
    amountDue: toPounds(Math.max(0, due)),
    amountAwaited: toPounds(order.status === "canceled" ? 0 : awaited),
    amountToReturn: toPounds(order.status === "canceled" ? 0 : Math.max(0, -due)),
    isReleased: (paymentStatus?.release ?? null) !== null,
    bitcoinAddress: bitcoin?.address ?? null,
    bitcoin,
    cardPayment,
    createdAt: order.created_at.toISOString(),
    ...amountsInPounds(order),
    items: order.items.map((item) => ({
      ...itemView(item),
      variantId: item.variant_id,
      price: toPounds(item.unit_price),
      total: toPounds(priceBeforeDiscounts(item)),
      returned: piecesBack(item),
    })),
    delivery: order.shipping_methods[0]?.name ?? "Delivery",
    // A disputed payment holds the parcel.
    estimate: status === "refunded" || cardPayment?.dispute ? null : estimate,
    timeline: timelineOf(whatHappened(order, due, paymentMethod === "bitcoin", history)),
    owner: isOwner
      ? { ...ownerDetails(order, history), refund, bitcoinRefunds, cancellation, withdrawal }
      : null,
  }
}

interface OrderAndPayment {
  order: OrderPage
  due: number
  awaited: number
  paymentMethod: PaymentMethod
  bitcoin: FollowedOrder["bitcoin"]
  cardPayment: FollowedOrder["cardPayment"]
  /** Its buyer chose Bitcoin once. */
  hasInvoice: boolean
}

/** During a change of the method an order has no payment, like one that needs none: the answer waits for its end. */
async function readOrderAndPayment(container: MedusaContainer, id: string): Promise<OrderAndPayment | null> {
  const read = async (): Promise<(OrderAndPayment & { mayBeChanging: boolean }) | null> => {
    const [order, invoice] = await Promise.all([
      readOrder(container, orderPage, id),
      readDetails(container).then(({ name }) =>
        container.resolve(BITCOIN_PAYMENT).orderPayments.ofOrder(id, name),
      ),
    ])
    if (!order) return null
    const method = methodOfProvider(currentSession(order.payment_collections)?.provider_id)
    // An invoice from before the buyer changed to the card is closed; money that comes for it is a case for staff.
    const bitcoin = method === "bitcoin" ? invoice : null
    const { due, awaited } = await amountsDueOf(container, id)
    const cardPayment =
      method === "card" ? await cardPaymentOf(container, id, isDifferenceDue(order, due) ? due : null) : null
    return {
      ...{ order, due, awaited },
      // Charged by hand, or £0.
      paymentMethod: method ?? "card",
      bitcoin,
      cardPayment,
      hasInvoice: invoice !== null,
      mayBeChanging: order.status === "pending" && isWithoutPayment(method, { bitcoin, cardPayment }),
    }
  }
  const found = await read()
  return found?.mayBeChanging ? withPaymentLocked(container, id, read) : found
}

function isWithoutPayment(
  method: PaymentMethod | undefined,
  { bitcoin, cardPayment }: Pick<OrderAndPayment, "bitcoin" | "cardPayment">,
): boolean {
  switch (method) {
    case "bitcoin":
      return bitcoin === null || bitcoin.state === "cancelled"
    case "card":
      return cardPayment === null || cardPayment.state === "not_completed"
    case undefined:
      return false
  }
}

function amountsInPounds(order: OrderPage): Pick<FollowedOrder, "subtotal" | "discount" | "shippingCost"> {
  const { goods, goodsDiscount, delivery, deliveryDiscount, codes } = amountsOf(order)
  return {
    subtotal: toPounds(goods),
    discount:
      codes.length === 0
        ? null
        : { codes, goods: toPounds(goodsDiscount), delivery: toPounds(deliveryDiscount) },
    shippingCost: toPounds(delivery),
  }
}

function cancellationView(facts: CancellationFacts | null): OwnerDetails["cancellation"] {
  const decision = facts && cancellationOf(facts, Date.now())
  if (decision?.ok !== true) return null
  const { until, refund } = decision
  return { until: until?.toISOString() ?? null, refund, terms: REFUND_TERMS }
}

function whatHappened(order: OrderPage, due: number, isBitcoin: boolean, history: BitcoinHistory) {
  const payments = order.payment_collections.flatMap((collection) => collection.payments)
  const parcels = parcelsOf(order)
  const { isSent, isPartlySent, isDelivered, isReturned } = whereabouts(order)
  const paid =
    earliest(payments.map((payment) => payment.captured_at)) ??
    history.captured ??
    (order.total === 0 ? order.created_at : null)
  return {
    isBitcoin,
    placed: order.created_at,
    paymentSeen: history.seen,
    // The parcel waits for the difference.
    paymentConfirmed: isDifferenceDue(order, due) && !isSent ? null : paid,
    dispatched: earliest(parcels.map(({ sent }) => sent)),
    isPartlySent,
    delivered: isDelivered ? latest(parcels.map(({ delivered }) => delivered)) : null,
    returned: latest(order.returns.flatMap(receivedAt)),
    isReturned,
    cancelled: order.status === "canceled" ? (order.canceled_at ?? order.created_at) : null,
    firstRefund: earliest(payments.flatMap(({ refunds }) => refunds.map((refund) => refund.created_at))),
    isRefunded: isRefunded(order),
  }
}

/** Medusa notes the time when all of a return has come. */
function receivedAt({ status, received_at, updated_at }: OrderPage["returns"][number]): Date[] {
  return status === "received" || status === "partially_received" ? [received_at ?? updated_at] : []
}

function ownerDetails(
  order: OrderPage,
  { transactions }: BitcoinHistory,
): Omit<OwnerDetails, "refund" | "bitcoinRefunds" | "cancellation" | "withdrawal"> {
  const to = order.shipping_address
  return {
    hasReceipt: hasReceipt({
      paidPence: paidOf(order).captured,
      outstandingPence: order.summary.pending_difference,
      isCancelled: order.status === "canceled",
    }),
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
        url: /^https?:\/\//.test(url) ? url : trackingUrlOf(number),
      })),
    })),
    transactions,
  }
}

type Moment = Date | null
const sorted = (moments: readonly Moment[]) =>
  moments.filter((at) => at instanceof Date).sort((one, other) => one.getTime() - other.getTime())
const earliest = (moments: readonly Moment[]) => sorted(moments)[0] ?? null
const latest = (moments: readonly Moment[]) => sorted(moments).at(-1) ?? null
