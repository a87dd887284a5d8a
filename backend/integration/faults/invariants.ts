import { createHash } from "node:crypto"
import { capturesOf, cardPaymentsOf, chargesOf, invoicesOf, isActive, isChanged, orderDetails } from "./books"
import { DUE_INVARIANTS } from "./due-invariants"
import type { BookedCardPayment, BookedOrder, EndState } from "./end-state"
import { isNearWrongClock } from "./expected-outcome"
import { MONEY_INVARIANTS } from "./money-invariants"
import { REPORTED_AS } from "./node-outages"

/** A poll that starts during an outage may reach the node after it. */
const POLL_MS = 2000

const repeated = <Value>(values: readonly Value[]): Value[] => [
  ...new Set(values.filter((value, i) => values.indexOf(value) !== i)),
]

/** What must be true in the final state. Each function returns the rows that violate its sentence. */
const INVARIANTS: Readonly<Record<string, (end: EndState) => unknown[]>> = {
  ...MONEY_INVARIANTS,
  ...DUE_INVARIANTS,

  "No address and no index was used twice, and the indexes have no gap.": (end) => [
    ...repeated(end.invoices.map(({ address }) => address)),
    ...end.wallets.flatMap((wallet) => {
      const own = end.invoices.filter(({ wallet_id }) => wallet_id === wallet.id)
      const isComplete = wallet.next_index === own.length
      return [...own.filter(({ address_index }, i) => address_index !== i), ...(isComplete ? [] : [wallet])]
    }),
  ],

  "The reserved stock is what active orders have and was not sent, and no line is reserved twice.": (end) => {
    const lines = end.orders
      .filter(isActive)
      .flatMap(({ items }) => items)
      .map(({ quantity, detail, ...line }) => ({ ...line, unsent: quantity - detail.fulfilled_quantity }))
    const unsent = (variantId: string) =>
      lines.filter(({ variant_id }) => variant_id === variantId).reduce((sum, line) => sum + line.unsent, 0)
    const unlike = end.levels
      .map((level) => ({ ...level, unsent: unsent(level.variantId) }))
      .filter((level) => level.unsent !== level.reserved)
    const wrong = end.reservations.filter(
      ({ line_item_id, quantity }) => lines.find(({ id }) => id === line_item_id)?.unsent !== quantity,
    )
    const bare = lines.filter(
      ({ id, unsent: left }) => left > 0 && !end.reservations.some(({ line_item_id }) => line_item_id === id),
    )
    return [...unlike, ...wrong, ...bare, ...repeated(end.reservations.map((one) => one.line_item_id))]
  },

  "No product was oversold.": (end) =>
    end.levels.filter(({ stocked, reserved }) => reserved > stocked || reserved < 0),

  "Every active order is captured or has an open case; unpaid orders are cancelled.": (end) =>
    end.orders
      .filter((order) => {
        const captures = capturesOf(order).length
        const isCaptured = captures === 1 || (captures > 1 && isChanged(end, order))
        const hasOpenCase = end.openCases.some(({ order_id }) => order_id === order.id)
        return isActive(order) && !isCaptured && !hasOpenCase
      })
      .map((order) => orderDetails(end, order)),

  "Every cart became at most one order, and every order has one cart and a payment.": (end) => [
    ...end.observer.sales.filter(
      ({ orderIds, left, refusal }) => orderIds.size > 1 || (orderIds.size === 0 && !left && !refusal),
    ),
    ...repeated(end.carts.map(({ cart_id }) => cart_id)),
    ...repeated(end.carts.map(({ order_id }) => order_id)),
    ...end.orders
      .filter(({ id }) => !end.carts.some(({ order_id }) => order_id === id))
      .map(({ id, status }) => ({ id, status, reason: "no cart" })),
    ...end.orders
      .filter((order) => invoicesOf(end, order).length + cardPaymentsOf(end, order).length === 0)
      .map(({ id, status }) => ({ id, status, reason: "no payment" })),
    ...end.observer.sales.filter(({ orderIds }) =>
      [...orderIds].some((id) => !end.orders.some((order) => order.id === id)),
    ),
  ],

  "No payment is open, and the outbox and the mail queue are empty.": (end) => [
    ...end.cardPayments.filter(isOpen),
    ...end.invoices.filter(({ state }) =>
      ["awaiting_payment", "underpaid", "seen", "confirming"].includes(state),
    ),
    ...end.unfinishedEffects,
    ...end.unsentMails,
  ],

  "Every order was confirmed by mail, and every captured payment, returned charge and unpaid end of a card order as well.":
    (end) => {
      const has = (template: string, id: string) =>
        end.sentMails.some((mail) => mail.template === template && mail.order_id === id)
      return end.orders
        .filter(
          (order) =>
            !has("order-placed", order.id) ||
            (capturesOf(order).length === 0
              ? has("payment-confirmed", order.id)
              : // One that was cancelled before its mail was sent needs none.
                !has("payment-confirmed", order.id) && !end.observer.cancellations.has(order.id)) ||
            isReturned(end, order) !== has("refund-sent", order.id) ||
            (!isActive(order) && invoicesOf(end, order).length === 0 && !has("order-cancelled", order.id)),
        )
        .map((order) => orderDetails(end, order))
    },

  "Every mail was sent once; only a mail that a kill interrupted may arrive twice.": (end) => {
    const count = new Map<string, number>()
    for (const { messageId = "" } of end.received) count.set(messageId, (count.get(messageId) ?? 0) + 1)
    const unlike = end.sentMails.filter(({ key, attempts }) => {
      const arrived = count.get(messageIdOf(key)) ?? 0
      return arrived < 1 || arrived > attempts
    })
    const known = new Set([...end.sentMails, ...end.withdrawnMails].map(({ key }) => messageIdOf(key)))
    return [...unlike, ...[...count.keys()].filter((id) => !known.has(id))]
  },

  "The shop reported each outage of its node, and polled nothing meanwhile.": (end) =>
    end.outages.ofNode.filter(({ fault, from, to, isReported }) => {
      if (REPORTED_AS[fault] === undefined) return false
      const isDated = (at: number) => !isNearWrongClock(end, at)
      return !isReported || end.pollTimes.some((at) => from < at && at < to - POLL_MS && isDated(at))
    }),

  "The shop reported each time that its node's clock was wrong, if the node's answers named the time.": (
    end,
  ) => end.outages.nodeClocks.filter(({ isReported }) => isReported === false),

  "The shop reported each outage of Postgres, of Redis and of the disk.": (end) =>
    end.outages.ofServices.filter(({ isReported }) => isReported === false),
}

/** By the shop to the card, or by staff in Bitcoin. */
const isReturned = (end: EndState, order: BookedOrder) =>
  chargesOf(end, order).some(({ refunds }) => refunds.length > 0) ||
  invoicesOf(end, order).some(({ address }) => end.observer.refunds.has(address))

const isOpen = ({ state, closed_how, is_captured }: BookedCardPayment) =>
  closed_how === null && !is_captured && state !== "review"

/** As in the mail provider. */
function messageIdOf(key: string): string {
  const domain = "bramble-and-comb.example"
  return `<${createHash("sha256").update(key).digest("hex").slice(0, 40)}@${domain}>`
}

/** The violated invariants with their rows. */
export function brokenInvariants(end: EndState): { sentence: string; rows: unknown[] }[] {
  return Object.entries(INVARIANTS)
    .map(([sentence, violations]) => ({ sentence, rows: violations(end) }))
    .filter(({ rows }) => rows.length > 0)
}
