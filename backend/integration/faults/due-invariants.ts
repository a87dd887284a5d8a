import {
  capturesOf,
  cardPaymentsOf,
  chargesOf,
  inPence,
  invoicesOf,
  isActive,
  isChanged,
  orderDetails,
  refundedOf,
} from "./books"
import type { BookedOrder, EndState } from "./end-state"

/** What must be true of what each order owes in the final state. Each function returns the rows that violate its sentence. */
export const DUE_INVARIANTS: Readonly<Record<string, (end: EndState) => unknown[]>> = {
  "What was captured and not refunded is what an order costs, or its newest payment asks for exactly the rest, or the inbox names exactly what goes back.":
    (end) =>
      end.orders
        .map((order) => ({
          order,
          rest: restOf(order),
          owed: owedOf(end, order),
          newest: newestOf(end, order),
        }))
        .filter(({ rest, owed, newest }) =>
          rest > 0
            ? owed !== 0 || newest === undefined || newest.is_captured || newest.pence !== rest
            : owed !== -rest,
        )
        .map(({ order, ...sums }) => ({ ...sums, ...orderDetails(end, order) })),

  "Medusa's sums say the same as its captures and refunds.": (end) =>
    end.orders
      .filter(isActive)
      .filter((order) => inPence(order.summary.pending_difference) !== restOf(order))
      .map((order) => ({ rest: restOf(order), ...orderDetails(end, order) })),

  "Each captured payment has exactly one capture, of what it asked for.": (end) =>
    end.orders
      .filter((order) => {
        const asked = paymentsOf(end, order).filter(({ is_captured }) => is_captured)
        const payments = order.payment_collections.flatMap(({ payments: all }) => all ?? [])
        return (
          payments.some(({ captures }) => captures.length > 1) ||
          sorted(asked.map(({ pence }) => pence)) !==
            sorted(capturesOf(order).map(({ amount }) => inPence(amount)))
        )
      })
      .map((order) => orderDetails(end, order)),

  "Each charge of an order that staff changed is one that it asked for, and was captured, or else returned in full; staff's refunds to cards are in Medusa.":
    (end) =>
      end.orders
        .filter((order) => isChanged(end, order))
        .filter((order) => {
          const charges = chargesOf(end, order)
          const cards = cardPaymentsOf(end, order)
          // A captured charge may be returned in full too, for a return of all items.
          const others = [...charges].sort((one, next) => sum(one.refunds) - sum(next.refunds))
          const captured = cards
            .filter(({ is_captured }) => is_captured)
            .map((card) => takeFirst(others, ({ pence }) => pence === card.pence))
          const toCards = sum(captured.flatMap((charge) => charge?.refunds ?? []))
          const hasRefundInBitcoin = invoicesOf(end, order).some(({ address }) =>
            end.observer.refunds.has(address),
          )
          return (
            charges.some(({ pence }) => !cards.some((card) => card.pence === pence)) ||
            captured.includes(undefined) ||
            others.some(({ pence, refunds }) => sum(refunds) !== pence) ||
            (captured.length > 0 && !hasRefundInBitcoin && refundedOf(order) !== toCards)
          )
        })
        .map((order) => orderDetails(end, order)),

  "No page asked for more than was due once the change of the order was handled.": (end) =>
    end.observer.overAsked.map((reading) => ({
      ...reading,
      order: end.orders.filter(({ id }) => id === reading.orderId).map((order) => orderDetails(end, order)),
    })),

  "The buyer of each order that staff edited was mailed.": (end) =>
    end.orders
      .filter((order) => {
        const change = end.observer.changes.get(order.id)
        const isEdited = change?.isDone === true && /pieces$/.test(change.what)
        const isMailed = end.sentMails.some(
          ({ template, order_id }) => template === "order-changed" && order_id === order.id,
        )
        return isEdited && isActive(order) && !isMailed
      })
      .map((order) => orderDetails(end, order)),
}

/** What an order costs beyond what was captured and not refunded, in pence. One that is cancelled costs nothing. */
function restOf(order: BookedOrder): number {
  const captured = capturesOf(order).reduce((total, { amount }) => total + inPence(amount), 0)
  return (isActive(order) ? inPence(order.total) : 0) - (captured - refundedOf(order))
}

/** What the inbox says is to be refunded of captured payments. */
const owedOf = (end: EndState, { id }: BookedOrder) =>
  sum(
    end.inbox
      .filter(({ orderId, label }) => orderId === id && label.text === "Refund due")
      .map(({ pence }) => pence ?? 0),
  )

const paymentsOf = (end: EndState, order: BookedOrder) => [
  ...invoicesOf(end, order),
  ...cardPaymentsOf(end, order),
]
const newestOf = (end: EndState, order: BookedOrder) =>
  paymentsOf(end, order)
    .sort((one, next) => next.created_at.getTime() - one.created_at.getTime())
    .map(({ id, pence, state, is_captured }) => ({ id, pence, state, is_captured }))[0]

function takeFirst<Item>(all: Item[], isIt: (item: Item) => boolean): Item | undefined {
  const index = all.findIndex(isIt)
  return index < 0 ? undefined : all.splice(index, 1)[0]
}
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const sorted = (amounts: readonly number[]) => [...amounts].sort((a, b) => a - b).join()
