import { paymentOf, type BookedOrder, type EndState } from "./end-state"
import type { TrueOutput } from "./node-truth"
import type { Quote } from "./witness"

/**
 * What is due to an order by the node's word and its buyer's watch:
 * `captured`, `not captured`, or `either` where the shop may decide (money sent in the last moment, money that a
 * reorganisation took away after it had been deep enough, money sent while the shop was blind for a minute).
 */
export type Entitlement = "captured" | "not captured" | "either"

export function entitlementOf(end: EndState, order: BookedOrder): Entitlement {
  const quotes = [...end.witness.quotes.values()].filter(({ orderId }) => orderId === order.id)
  if (quotes.some((quote) => isCertain(end, quote))) return "captured"
  return quotes.some((quote) => isPossible(end, quote)) ? "either" : "not captured"
}

function isCertain(end: EndState, quote: Quote): boolean {
  const inTime = outputsTo(end, quote).filter((output) => {
    const { at, timeliness } = paymentOf(end, output)
    const wasSeen = !end.blind.some(({ from, to }) => from <= at && at <= to)
    return timeliness === "in time" && wasSeen && output.confirmations >= quote.confirmations
  })
  return sum(inTime) >= quote.due
}

function isPossible(end: EndState, quote: Quote): boolean {
  const ever = [...outputsTo(end, quote), ...(end.everDeep.get(quote.address) ?? [])]
  const distinct = new Map(ever.map((output) => [`${output.txid}:${String(output.vout)}`, output]))
  const notLate = [...distinct.values()].filter((output) => paymentOf(end, output).timeliness !== "late")
  return sum(notLate) >= quote.due
}

const outputsTo = (end: EndState, { address }: Quote): readonly TrueOutput[] => end.paid.get(address) ?? []

const sum = (outputs: readonly TrueOutput[]) => outputs.reduce((total, { sats }) => total + sats, 0n)
