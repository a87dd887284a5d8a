import type { MedusaContainer } from "@medusajs/framework/types"
import type { PaymentMethod } from "@shop/contracts"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { withPaymentLocked } from "medusa-payments/workflows"
import { isDifferenceDue } from "../../orders/amount-due"
import { readCardMethod } from "../../orders/card-method"
import { buyerOfOrder } from "../../orders/known-buyers"
import { whyNotPayable } from "../../orders/payable-methods"
import { methodOfProvider, PROVIDERS } from "../../orders/payment-method"
import { paidOf } from "../../orders/projections"
import { interruptedMethodChanges } from "../../platform/medusa-tables/order-payment"
import { mayTakeAddress } from "../place-order/address-share"
import type { MethodRejection } from "../place-order/outcome"
import { runEach } from "../run-each"
import { readPayable, replacePayments, sessionsWithoutPayment, type PayableOrder } from "./shop-payments"

/** Each gives out a Bitcoin address or opens a page; before anything is paid, it reserves the stock for another half hour. */
const MOST_SESSIONS = { unpaid: 3, difference: 10 }

const NOT_PAYABLE: MethodRejection = { reason: "not_payable" }

/**
 * Asks for what an order costs beyond what was paid by the method that its buyer chooses, or once more when the time of the last quote
 * or page for a difference is over. What was open ends: money that comes for it all the same is returned or a case. A repeated call,
 * or the recovery, finishes an interrupted one. Null: it is asked for by the method now; otherwise nothing has changed.
 * @throws BitcoinUnavailable while it is unknown whether the order is paid in Bitcoin; then nothing has changed
 */
export async function changePaymentMethod(
  container: MedusaContainer,
  orderId: string,
  method: PaymentMethod,
): Promise<MethodRejection | null> {
  return withPayable(container, orderId, (payable) =>
    payable === null ? NOT_PAYABLE : askBy(container, payable, method),
  )
}

/** The same for an order of which a part is paid; undefined: nothing of it is, or nothing is asked for any more. */
export async function payDifference(
  container: MedusaContainer,
  orderId: string,
  method: PaymentMethod,
): Promise<MethodRejection | null | undefined> {
  return withPayable(container, orderId, (payable) =>
    payable === null || paidOf(payable.order).captured === 0 ? undefined : askBy(container, payable, method),
  )
}

/** Null: nothing is asked for any more, or not now. */
async function withPayable<Result>(
  container: MedusaContainer,
  orderId: string,
  decide: (payable: PayableOrder | null) => Result | Promise<Result>,
): Promise<Result> {
  // Money that was sent a moment ago would be found after the buyer has paid by card too.
  await container.resolve(BITCOIN_PAYMENT).orderPolls.beforeDecision([orderId])
  return withPaymentLocked(container, orderId, async () => {
    const payable = await readPayable(container, orderId)
    return decide(typeof payable === "string" ? null : payable)
  })
}

async function askBy(
  container: MedusaContainer,
  payable: PayableOrder,
  method: PaymentMethod,
): Promise<MethodRejection | null> {
  const { order, open, due } = payable
  const isFirst = paidOf(order).captured === 0
  // A first quote whose time is over is renewed, or ends the order.
  const kept = open.find(
    (payment) =>
      payment.method === method && payment.amountMinor === BigInt(due) && (isFirst || payment.isInTime),
  )
  const others = open.filter(({ sessionId }) => sessionId !== kept?.sessionId)
  const rejection = kept === undefined ? await whyNotChangeable(container, payable, method) : null
  if (kept === undefined && rejection === null) {
    const isReplaced = await replacePayments(container, payable, { end: open, provider: PROVIDERS[method] })
    return isReplaced ? null : NOT_PAYABLE
  }
  // An interrupted change to another method is dropped, unless it has ended what was open.
  const end = kept !== undefined || due <= 0 ? others.filter(({ hasMoney }) => !hasMoney) : []
  if (open.length > 0 || due <= 0) await replacePayments(container, payable, { end, provider: null })
  return rejection
}

async function whyNotChangeable(
  container: MedusaContainer,
  payable: PayableOrder,
  method: PaymentMethod,
): Promise<MethodRejection | null> {
  const { order, payments, open, due } = payable
  // Of an order that is still being placed there is no payment.
  const isInterrupted = payments.length > 0 && sessionsWithoutPayment(payable).length > 0
  const isFirst = paidOf(order).captured === 0
  // Nothing is asked for any more, or the time of a first payment is over.
  const isDue = isFirst ? due > 0 && (open.length > 0 || isInterrupted) : isDifferenceDue(order, due)
  if (order.status !== "pending" || !isDue) return NOT_PAYABLE
  // Staff may have charged it already.
  if (isFirst && open.some(({ isByHand }) => isByHand)) return NOT_PAYABLE
  if (payments.some(({ hasMoney }) => hasMoney)) return { reason: "payment_seen" }
  if (method === "card" && (await readCardMethod(container))?.how !== "hosted")
    return { reason: "cards_not_taken" }
  const unpayable = await whyNotPayable(container, method, due, buyerOfOrder(container, order.id))
  if (unpayable !== null || isInterrupted) return unpayable
  const sessions = order.payment_collections.flatMap(({ payment_sessions }) => payment_sessions)
  if (sessions.length > MOST_SESSIONS[isFirst ? "unpaid" : "difference"]) return NOT_PAYABLE
  if (method === "bitcoin" && !(await mayTakeAddress(container, order.id)))
    return { reason: "too_many_unpaid_orders", sharedBy: "bitcoin" }
  return null
}

/** After a crash such an order would keep its stock for days: no payment of it ends. @throws MedusaError as `runEach` */
export async function finishMethodChanges(container: MedusaContainer): Promise<void> {
  const found = await interruptedMethodChanges(container)
  await runEach("changes of a payment method", found, async ({ orderId, provider }) => {
    const method = methodOfProvider(provider)
    if (method !== undefined) await changePaymentMethod(container, orderId, method)
  })
}
