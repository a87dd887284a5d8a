import { paymentOf, type BookedOrder, type EndState } from "./end-state"
import type { NodeOutput } from "./network"
import { PAST_MS } from "../../src/modules/bitcoin-payment/src/adapters/testing/flaky-server"
import type { Quote } from "./observer"

/**
 * The expected outcome of an order according to the node, the card processor and its buyer:
 * `captured`, `not captured`, or `either` where both are right (a payment at the last moment, a payment that a
 * reorganisation removed after enough confirmations, a payment while the shop could not reach the chain for a minute,
 * a quote that began or ended near a time when the shop's clock was wrong, a payment at the last moment that a source
 * denied, an order that staff cancelled, a payment that they sent back before it was captured, which cancels the order, a card charged
 * while the order may have been over).
 */
export type ExpectedOutcome = "captured" | "not captured" | "either"

export function expectedOutcomeOf(end: EndState, order: BookedOrder): ExpectedOutcome {
  const quotes = [...end.observer.quotes.values()].filter(({ orderId }) => orderId === order.id)
  if (end.observer.refundedBeforeCapture.has(order.id)) return "either"
  const charge = end.charges.some(({ orderId }) => orderId === order.id) && end.observer.charges.get(order.id)
  if (charge === "in time" || quotes.some((quote) => isCertain(end, quote))) return "captured"
  if (charge === "in doubt") return "either"
  return quotes.some((quote) => isPossible(end, quote)) ? "either" : "not captured"
}

function isCertain(end: EndState, quote: Quote): boolean {
  const inTime = outputsTo(end, quote).filter((output) => {
    const { at, deadline, timeliness } = paymentOf(end, output)
    const wasSeen = !end.blindPeriods.some(({ from, to }) => from <= at && at <= to)
    const isDatedRight = !isNearWrongClock(end, at) && !isNearWrongClock(end, quote.expiresAt)
    return (
      timeliness === "in time" &&
      wasSeen &&
      isDatedRight &&
      !isConcealed(end, at, deadline) &&
      isBeforeCancellation(end, quote, at) &&
      output.confirmations >= quote.confirmations
    )
  })
  return sum(inTime) >= quote.due
}

/** Whether a source may have denied a payment at this limit, because it said what was true seconds before. */
const isConcealed = (end: EndState, at: number, limit: number) =>
  end.outages.stale.some(({ from, to }) => from < at + PAST_MS && limit <= to)

/**
 * Whether no cancellation can have come first. A buyer's is refused while money is under way; if it was captured, it stays
 * captured. Staff may decide in spite of the money.
 */
function isBeforeCancellation(end: EndState, { orderId }: Quote, at: number): boolean {
  const cancellation = end.observer.cancellations.get(orderId)
  if (cancellation === undefined || cancellation.isDone === false) return true
  const { by, askedAt } = cancellation
  return by === "buyer" && at < askedAt && !isNearWrongClock(end, askedAt) && !isConcealed(end, at, askedAt)
}

function isPossible(end: EndState, quote: Quote): boolean {
  const ever = [...outputsTo(end, quote), ...(end.everDeep.get(quote.address) ?? [])]
  const distinct = new Map(ever.map((output) => [`${output.txid}:${String(output.vout)}`, output]))
  const notLate = [...distinct.values()].filter((output) => {
    const { at, timeliness } = paymentOf(end, output)
    return timeliness !== "late" || isNearWrongClock(end, at) || isNearWrongClock(end, quote.expiresAt)
  })
  return sum(notLate) >= quote.due
}

/** Whether the shop may have judged this moment by a wrong clock. */
export const isNearWrongClock = (end: EndState, at: number) =>
  end.wrongClock.some(({ from, to, byMs }) => from - Math.abs(byMs) <= at && at <= to + Math.abs(byMs))

const outputsTo = (end: EndState, { address }: Quote): readonly NodeOutput[] => end.paid.get(address) ?? []

const sum = (outputs: readonly NodeOutput[]) => outputs.reduce((total, { sats }) => total + sats, 0n)
