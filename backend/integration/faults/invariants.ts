import { createHash } from "node:crypto"
import type { BookedCardPayment, BookedOrder, EndState } from "./end-state"
import { expectedOutcomeOf, isNearWrongClock } from "./expected-outcome"
import { REPORTED_AS } from "./node-outages"

/** A poll that starts during an outage may reach the node after it. */
const POLL_MS = 2000

const isActive = ({ status }: BookedOrder) => status !== "canceled"
const capturesOf = (order: BookedOrder) =>
  order.payment_collections.flatMap(({ payments }) => payments ?? []).flatMap(({ captures }) => captures)
const invoicesOf = (end: EndState, { id }: BookedOrder) =>
  end.invoices.filter(({ order_id }) => order_id === id)
const cardPaymentsOf = (end: EndState, { id }: BookedOrder) =>
  end.cardPayments.filter(({ order_id }) => order_id === id)
const chargesOf = (end: EndState, { id }: BookedOrder) => end.charges.filter(({ orderId }) => orderId === id)
/** An order with its outputs on the chain and its charges, for the failure message. */
const orderDetails = (end: EndState, order: BookedOrder) => ({
  ...order,
  cardPayments: cardPaymentsOf(end, order),
  charges: chargesOf(end, order).map((charge) => ({ ...charge, when: end.observer.charges.get(order.id) })),
  invoices: invoicesOf(end, order).map((invoice) => ({
    ...invoice,
    paid: end.paid
      .get(invoice.address)
      ?.map((output) => ({ ...output, when: end.observer.payments.get(output.txid)?.timeliness })),
  })),
})
const repeated = <Value>(values: readonly Value[]): Value[] => [
  ...new Set(values.filter((value, i) => values.indexOf(value) !== i)),
]

/** What must be true in the final state. Each function returns the rows that violate its sentence. */
const INVARIANTS: Readonly<Record<string, (end: EndState) => unknown[]>> = {
  "Every order paid in time with enough confirmations was captured exactly once, for its total.": (end) =>
    end.orders
      .filter((order) => expectedOutcomeOf(end, order) === "captured")
      .filter((order) => {
        const captures = capturesOf(order)
        return captures.length !== 1 || captures[0]?.amount !== order.total
      })
      .map((order) => orderDetails(end, order)),

  "No other order was captured, and no order twice.": (end) =>
    end.orders
      .filter((order) => {
        const captures = capturesOf(order).length
        return captures > 1 || (captures === 1 && expectedOutcomeOf(end, order) === "not captured")
      })
      .map((order) => orderDetails(end, order)),

  "Medusa's captures, its totals and the payments agree, and no captured order is cancelled.": (end) =>
    end.orders
      .filter((order) => {
        const payments = [...invoicesOf(end, order), ...cardPaymentsOf(end, order)]
        const recorded = payments.filter(({ is_captured }) => is_captured).length
        const captures = capturesOf(order)
        const captured = captures.reduce((sum, { amount }) => sum + amount, 0)
        const collected = order.payment_collections.map(({ captured_amount }) => captured_amount ?? 0)
        return (
          recorded !== captures.length ||
          order.summary.paid_total !== captured ||
          collected.some((amount) => amount !== captured) ||
          (captures.length > 0 && !isActive(order))
        )
      })
      .map((order) => orderDetails(end, order)),

  "Each order was charged once at most, and each charge was captured, or else returned in full, once.": (
    end,
  ) =>
    end.orders
      .filter((order) => {
        const charges = chargesOf(end, order)
        const kept = charges.filter(({ refunds }) => refunds.length === 0)
        const isOdd = charges.some(
          ({ pence, refunds }) =>
            pence !== Math.round(order.total * 100) ||
            (refunds.length > 0 && refunds.join() !== String(pence)),
        )
        const captured = cardPaymentsOf(end, order).filter(({ is_captured }) => is_captured).length
        return charges.length > 1 || isOdd || kept.length !== captured
      })
      .map((order) => orderDetails(end, order)),

  "The invoice of every uncaptured payment is in review with an open case.": (end) =>
    end.invoices.filter(({ address, order_id, is_captured, state }) => {
      const hasMoney = (end.paid.get(address) ?? []).length > 0
      const hasCase = end.openCases.some((open) => open.order_id === order_id)
      return hasMoney && !is_captured && (state !== "review" || !hasCase)
    }),

  "No address and no index was used twice, and the indexes have no gap.": (end) => [
    ...repeated(end.invoices.map(({ address }) => address)),
    ...end.wallets.flatMap((wallet) => {
      const own = end.invoices.filter(({ wallet_id }) => wallet_id === wallet.id)
      const isComplete = wallet.next_index === own.length
      return [...own.filter(({ address_index }, i) => address_index !== i), ...(isComplete ? [] : [wallet])]
    }),
  ],

  "The reserved stock is the quantity in active orders, and no line is reserved twice.": (end) => {
    const lines = end.orders.filter(isActive).flatMap(({ items }) => items)
    const sold = (variantId: string) =>
      lines
        .filter(({ variant_id }) => variant_id === variantId)
        .reduce((sum, { quantity }) => sum + quantity, 0)
    const unlike = end.levels
      .map((level) => ({ ...level, sold: sold(level.variantId) }))
      .filter((level) => level.sold !== level.reserved)
    const wrong = end.reservations.filter(
      ({ line_item_id, quantity }) => lines.find(({ id }) => id === line_item_id)?.quantity !== quantity,
    )
    const bare = lines.filter(({ id }) => !end.reservations.some(({ line_item_id }) => line_item_id === id))
    return [...unlike, ...wrong, ...bare, ...repeated(end.reservations.map((one) => one.line_item_id))]
  },

  "No product was oversold.": (end) =>
    end.levels.filter(({ stocked, reserved }) => reserved > stocked || reserved < 0),

  "Every active order is captured or has an open case; unpaid orders are cancelled.": (end) =>
    end.orders
      .filter((order) => {
        const isCaptured = capturesOf(order).length === 1
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
            capturesOf(order).length > 0 !== has("payment-confirmed", order.id) ||
            chargesOf(end, order).some(({ refunds }) => refunds.length > 0) !==
              has("refund-sent", order.id) ||
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
    end.nodeOutages.filter(({ fault, from, to, isReported }) => {
      if (REPORTED_AS[fault] === undefined) return false
      const isDated = (at: number) => !isNearWrongClock(end, at)
      return !isReported || end.pollTimes.some((at) => from < at && at < to - POLL_MS && isDated(at))
    }),

  "The shop reported each outage of Postgres, of Redis and of the disk.": (end) =>
    end.serviceOutages.filter(({ isReported }) => isReported === false),

  "The recorded outputs are exactly the outputs that the node reports for our addresses.": (end) =>
    end.invoices
      .map(({ address, received }) => ({
        address,
        received,
        recorded: sorted(end.countedOutputs.filter((output) => output.address === address)),
        onChain: sorted(end.paid.get(address) ?? []),
      }))
      .filter(({ received, recorded, onChain }) => {
        const credited = onChain.reduce((sum, { sats }) => sum + sats, 0n)
        return JSON.stringify(recorded, asText) !== JSON.stringify(onChain, asText) || received !== credited
      }),
}

const isOpen = ({ state, closed_how, is_captured }: BookedCardPayment) =>
  closed_how === null && !is_captured && state !== "review"

const sorted = (outputs: readonly { txid: string; vout: number; sats: bigint }[]) =>
  outputs
    .map(({ txid, vout, sats }) => ({ txid, vout, sats }))
    .sort((a, b) => a.txid.localeCompare(b.txid) || a.vout - b.vout)

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

/** For `JSON.stringify`: satoshis are `bigint`. */
export const asText = (_key: string, value: unknown) =>
  typeof value === "bigint" ? value.toString() : value instanceof Set ? [...value] : value
