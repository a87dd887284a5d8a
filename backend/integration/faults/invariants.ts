import { createHash } from "node:crypto"
import type { BookedOrder, EndState } from "./end-state"
import { expectedOutcomeOf } from "./expected-outcome"

const isAlive = ({ status }: BookedOrder) => status !== "canceled"
const capturesOf = (order: BookedOrder) =>
  order.payment_collections.flatMap(({ payments }) => payments ?? []).flatMap(({ captures }) => captures)
const invoicesOf = (end: EndState, { id }: BookedOrder) =>
  end.invoices.filter(({ order_id }) => order_id === id)
/** An order with what the chain has to say of it, for whoever reads the failure. */
const orderDetails = (end: EndState, order: BookedOrder) => ({
  ...order,
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

/** What must be so when everything has come to rest, each with the rows that say otherwise. */
const INVARIANTS: Readonly<Record<string, (end: EndState) => unknown[]>> = {
  "Every order whose money came in time and is deep enough was captured, exactly once and for exactly its total.":
    (end) =>
      end.orders
        .filter((order) => expectedOutcomeOf(end, order) === "captured")
        .filter((order) => {
          const captures = capturesOf(order)
          return captures.length !== 1 || captures[0]?.amount !== order.total
        })
        .map((order) => orderDetails(end, order)),

  "No other order was captured, and none twice.": (end) =>
    end.orders
      .filter((order) => {
        const captures = capturesOf(order).length
        return captures > 1 || (captures === 1 && expectedOutcomeOf(end, order) === "not captured")
      })
      .map((order) => orderDetails(end, order)),

  "Medusa's captures, its sums and the Bitcoin books agree, and a captured order is not cancelled.": (end) =>
    end.orders
      .filter((order) => {
        const inBooks = invoicesOf(end, order).filter(({ is_captured }) => is_captured).length
        const captures = capturesOf(order)
        const captured = captures.reduce((sum, { amount }) => sum + amount, 0)
        const collected = order.payment_collections.map(({ captured_amount }) => captured_amount ?? 0)
        return (
          inBooks !== captures.length ||
          order.summary.paid_total !== captured ||
          collected.some((amount) => amount !== captured) ||
          (captures.length > 0 && !isAlive(order))
        )
      })
      .map((order) => orderDetails(end, order)),

  "Money that was not captured is before a person: its invoice is in review, with an open case.": (end) =>
    end.invoices.filter(({ address, order_id, is_captured, state }) => {
      const hasMoney = (end.paid.get(address) ?? []).length > 0
      const hasCase = end.openCases.some((open) => open.order_id === order_id)
      return hasMoney && !is_captured && (state !== "review" || !hasCase)
    }),

  "No address and no index was given twice, and the indexes have no gap.": (end) => [
    ...repeated(end.invoices.map(({ address }) => address)),
    ...end.invoices.filter(({ address_index }, i) => address_index !== i),
    ...end.wallets.filter(({ next_index }) => next_index !== end.invoices.length),
  ],

  "Each item's reserved stock is what the orders that stand have sold, and no line is reserved twice.": (
    end,
  ) => {
    const lines = end.orders.filter(isAlive).flatMap(({ items }) => items)
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

  "Nothing was sold that was not there.": (end) =>
    end.levels.filter(({ stocked, reserved }) => reserved > stocked || reserved < 0),

  "An order that stands was paid for or is before a person; one with no money is cancelled.": (end) =>
    end.orders
      .filter((order) => {
        const isSettled = capturesOf(order).length === 1
        const isWithPerson = end.openCases.some(({ order_id }) => order_id === order.id)
        return isAlive(order) && !isSettled && !isWithPerson
      })
      .map((order) => orderDetails(end, order)),

  "Each basket became one order at most, every order has its basket and its invoice, and nobody was told of two.":
    (end) => [
      ...end.observer.sales.filter(
        ({ orderIds, left, refusal }) => orderIds.size > 1 || (orderIds.size === 0 && !left && !refusal),
      ),
      ...repeated(end.carts.map(({ cart_id }) => cart_id)),
      ...repeated(end.carts.map(({ order_id }) => order_id)),
      ...end.orders
        .filter(({ id }) => !end.carts.some(({ order_id }) => order_id === id))
        .map(({ id, status }) => ({ id, status, because: "no basket" })),
      ...end.orders
        .filter((order) => invoicesOf(end, order).length === 0)
        .map(({ id, status }) => ({ id, status, because: "no invoice" })),
      ...end.observer.sales.filter(({ orderIds }) =>
        [...orderIds].some((id) => !end.orders.some((order) => order.id === id)),
      ),
    ],

  "No invoice is still open, nothing waits in the outbox, and no mail waits to be sent.": (end) => [
    ...end.invoices.filter(({ state }) =>
      ["awaiting_payment", "underpaid", "seen", "confirming"].includes(state),
    ),
    ...end.unfinishedActs,
    ...end.unsentMails,
  ],

  "Every buyer who has an order was told so, and a captured one that the money came.": (end) => {
    const has = (template: string, id: string) =>
      end.sentMails.some((mail) => mail.template === template && mail.order_id === id)
    return end.orders
      .filter(
        (order) =>
          !has("order-placed", order.id) ||
          (capturesOf(order).length > 0 && !has("payment-confirmed", order.id)),
      )
      .map((order) => orderDetails(end, order))
  },

  "Each mail of a kind went out once for an order; only one that a kill interrupted may have come again.": (
    end,
  ) => {
    const count = new Map<string, number>()
    for (const { messageId = "" } of end.received) count.set(messageId, (count.get(messageId) ?? 0) + 1)
    const unlike = end.sentMails.filter(({ key, attempts }) => {
      const arrived = count.get(messageIdOf(key)) ?? 0
      return arrived < 1 || arrived > attempts
    })
    const known = new Set(end.sentMails.map(({ key }) => messageIdOf(key)))
    return [...unlike, ...[...count.keys()].filter((id) => !known.has(id))]
  },

  "The satoshis in the books are the satoshis that the node says were paid to our addresses, one by one.": (
    end,
  ) =>
    end.invoices
      .map(({ address, received }) => ({
        address,
        received,
        inBooks: sorted(end.countedOutputs.filter((output) => output.address === address)),
        onChain: sorted(end.paid.get(address) ?? []),
      }))
      .filter(({ received, inBooks, onChain }) => {
        const credited = onChain.reduce((sum, { sats }) => sum + sats, 0n)
        return JSON.stringify(inBooks, asText) !== JSON.stringify(onChain, asText) || received !== credited
      }),
}

const sorted = (outputs: readonly { txid: string; vout: number; sats: bigint }[]) =>
  outputs
    .map(({ txid, vout, sats }) => ({ txid, vout, sats }))
    .sort((a, b) => a.txid.localeCompare(b.txid) || a.vout - b.vout)

/** As the mail provider makes it of a mail's key. */
function messageIdOf(key: string): string {
  const domain = "bramble-and-comb.example"
  return `<${createHash("sha256").update(key).digest("hex").slice(0, 40)}@${domain}>`
}

/** What is not so, each with the rows that show it. */
export function brokenInvariants(end: EndState): { sentence: string; rows: unknown[] }[] {
  return Object.entries(INVARIANTS)
    .map(([sentence, violations]) => ({ sentence, rows: violations(end) }))
    .filter(({ rows }) => rows.length > 0)
}

/** For `JSON.stringify`: satoshis are `bigint`. */
export const asText = (_key: string, value: unknown) =>
  typeof value === "bigint" ? value.toString() : value instanceof Set ? [...value] : value
