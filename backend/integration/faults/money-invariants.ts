import {
  capturesOf,
  cardPaymentsOf,
  chargesOf,
  inPence,
  invoicesOf,
  isActive,
  isChanged,
  orderDetails,
} from "./books"
import type { BookedInvoice, EndState } from "./end-state"
import { expectedOutcomeOf } from "./expected-outcome"
import { asText } from "./as-text"

/** What must be true of the money in the final state. Each function returns the rows that violate its sentence. */
export const MONEY_INVARIANTS: Readonly<Record<string, (end: EndState) => unknown[]>> = {
  "Every order paid in time with enough confirmations was captured exactly once, for its total.": (end) =>
    end.orders
      .filter((order) => !isChanged(end, order) && expectedOutcomeOf(end, order) === "captured")
      .filter((order) => {
        const captures = capturesOf(order)
        return captures.length !== 1 || captures[0]?.amount !== order.total + order.credit_line_total
      })
      .map((order) => orderDetails(end, order)),

  "No other order was captured, and no order twice.": (end) =>
    end.orders
      .filter((order) => {
        if (isChanged(end, order)) return false
        const captures = capturesOf(order).length
        return captures > 1 || (captures === 1 && expectedOutcomeOf(end, order) === "not captured")
      })
      .map((order) => orderDetails(end, order)),

  "Medusa's captures, its totals and the payments agree, and no captured order is cancelled but by its buyer or by staff.":
    (end) =>
      end.orders
        .filter((order) => {
          const payments = [...invoicesOf(end, order), ...cardPaymentsOf(end, order)]
          const recorded = payments.filter(({ is_captured }) => is_captured).length
          const captures = capturesOf(order)
          const captured = captures.reduce((sum, { amount }) => sum + amount, 0)
          const collected = order.payment_collections.map(({ captured_amount }) => captured_amount ?? 0)
          return (
            recorded !== captures.length ||
            inPence(order.summary.paid_total) !== inPence(captured) ||
            inPence(collected.reduce((sum, amount) => sum + amount, 0)) !== inPence(captured) ||
            (captures.length > 0 && !isActive(order) && !end.observer.cancellations.has(order.id))
          )
        })
        .map((order) => orderDetails(end, order)),

  "Each order was charged once at most, and each charge was captured, or else returned in full, once.": (
    end,
  ) =>
    end.orders
      .filter((order) => {
        if (isChanged(end, order)) return false
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

  "The invoice of every uncaptured payment is in review with an open case, unless it was returned or came in a block from before the order.":
    (end) =>
      end.invoices.filter((invoice) => {
        const { order_id, is_captured, state } = invoice
        const hasCase = end.openCases.some((open) => open.order_id === order_id)
        const left = unexplained(end, invoice) - earlierAt(end, invoice)
        return left > 0n && !is_captured && (state !== "review" || !hasCase)
      }),

  "Every satoshi that reached an address of the shop pays an order that stands, was returned, or is shown to staff.":
    (end) => [
      ...end.invoices
        .map((invoice) => ({ ...invoice, unexplained: unexplained(end, invoice) }))
        .filter((invoice) => invoice.unexplained > 0n)
        .filter(({ id }) => !end.inbox.some(({ paymentId }) => paymentId === id)),
      ...[...end.observer.quotes.values()].filter(
        ({ address }) =>
          receivedAt(end, address) > 0n && !end.invoices.some((invoice) => invoice.address === address),
      ),
    ],

  "Each refund that staff made is recorded once.": (end) => {
    const made = [...end.observer.refunds].map(([address, sats]) => ({ address, sats }))
    const isRecorded = (one: { address: string; sats: bigint }) =>
      end.recordedRefunds.filter(({ address, sats }) => address === one.address && sats === one.sats)
        .length === 1
    return [
      ...made.filter((one) => !isRecorded(one)),
      ...(made.length === end.recordedRefunds.length ? [] : end.recordedRefunds),
    ]
  },

  "The recorded outputs are exactly the outputs that the node reports for our addresses.": (end) =>
    end.invoices
      .map(({ address, received }) => ({
        address,
        received: received + earlierAt(end, { address }),
        recorded: sorted(end.countedOutputs.filter((output) => output.address === address)),
        onChain: sorted(end.paid.get(address) ?? []),
      }))
      .filter(({ received, recorded, onChain }) => {
        const credited = onChain.reduce((sum, { sats }) => sum + sats, 0n)
        return JSON.stringify(recorded, asText) !== JSON.stringify(onChain, asText) || received !== credited
      }),
}

const sorted = (outputs: readonly { txid: string; vout: number; sats: bigint }[]) =>
  outputs
    .map(({ txid, vout, sats }) => ({ txid, vout, sats }))
    .sort((a, b) => a.txid.localeCompare(b.txid) || a.vout - b.vout)

const earlierAt = (end: EndState, { address }: Pick<BookedInvoice, "address">) =>
  end.countedOutputs
    .filter((output) => output.address === address && output.is_earlier)
    .reduce((total, { sats }) => total + sats, 0n)

const receivedAt = (end: EndState, address: string) =>
  (end.paid.get(address) ?? []).reduce((total, { sats }) => total + sats, 0n)

/** What of the money at an invoice's address neither pays an order that stands nor was returned. */
function unexplained(end: EndState, { address, order_id, is_captured, due }: BookedInvoice): bigint {
  const stands = end.orders.some((order) => order.id === order_id && isActive(order))
  const returned = end.observer.refunds.get(address) ?? 0n
  // What staff return of a captured payment is returned of its price.
  const kept = is_captured && stands && returned < due ? due - returned : 0n
  return receivedAt(end, address) - returned - kept
}
