import { orderSchema } from "@shop/contracts"
import { setTimeout as pause } from "node:timers/promises"
import { askPatiently } from "./ask-patiently"
import { lookAtPayment, type Market } from "./buyer"
import type { BuyerPlan } from "./plan"
import { noteQuote, type Quote } from "./witness"

/** Less than this before its end nobody begins to pay a quote. */
const TOO_LATE_MS = 500
const LOOK_EVERY_MS = 500
/** Nobody's address: where a buyer's own money goes back to. */
const ELSEWHERE = "bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202"

/** Carries out the part of a buyer's plan that comes after the order. */
export async function pay(market: Market, plan: BuyerPlan, quotes: readonly Quote[]): Promise<void> {
  const [given, second] = quotes
  if (given === undefined) return
  await pause(plan.pausesMs[1])
  const quote = plan.pays === "after renewing the quote" ? await renewed(market, given) : given
  if (quote === null) return
  const { due } = quote
  if (plan.pays === "late") {
    await untilExpired(market, quote)
    return sendLate(market, quote)
  }
  if (plan.pays === "never" || Date.now() > quote.expiresAt - TOO_LATE_MS) return
  switch (plan.pays) {
    case "exactly":
    case "after renewing the quote":
      await send(market, [[quote, due]])
      return
    case "too much":
      await send(market, [[quote, due + 4_321n]])
      return
    case "too little":
      await send(market, [[quote, due - 400n]])
      return
    case "short and then the rest":
    case "in two transactions": {
      const first = (due * 3n) / 5n
      await send(market, [[quote, first]])
      if (plan.pays === "short and then the rest") await pause(plan.pausesMs[2])
      await send(market, [[quote, due - first]], market.graceMs)
      return
    }
    case "two orders at once": {
      const both = [quote, ...(second ? [second] : [])]
      await send(
        market,
        both.map((one) => [one, one.due]),
      )
      return
    }
    case "and raises the fee":
    case "and takes it back": {
      const txid = await send(market, [[quote, due]])
      await pause(plan.pausesMs[2])
      await replace(market, txid, quote, plan.pays === "and takes it back" ? ELSEWHERE : quote.address)
    }
  }
}

/** Pays and writes down whether that was in time. @param graceMs how much later than the quote's end still is */
async function send(
  { network, witness }: Market,
  payments: readonly (readonly [Quote, bigint])[],
  graceMs = 0,
): Promise<string> {
  const outputs = payments.map(([{ address }, sats]) => ({ address, sats }))
  const txid = await network.payMany(outputs)
  const deadline = Math.min(...payments.map(([{ expiresAt }]) => expiresAt)) + graceMs
  const at = Date.now()
  witness.payments.set(txid, { txid, at, timeliness: at < deadline ? "in time" : "in doubt" })
  return txid
}

async function sendLate({ network, witness }: Market, { address, due }: Quote): Promise<void> {
  const txid = await network.pay(address, due)
  witness.payments.set(txid, { txid, at: Date.now(), timeliness: "late" })
}

/** Sends the same coins again. When a block was quicker the first transaction stands, as with any wallet. */
async function replace(market: Market, txid: string, quote: Quote, to: string): Promise<void> {
  try {
    const other = await market.network.replace(txid, to)
    const at = Date.now()
    const timeliness = at < quote.expiresAt ? "in time" : "in doubt"
    market.witness.payments.set(other, { txid: other, at, timeliness })
  } catch (error) {
    if (!(error instanceof Error && error.message.includes("not in the mempool"))) throw error
  }
}

async function untilExpired(market: Market, quote: Quote): Promise<void> {
  await pause(Math.max(0, quote.expiresAt - Date.now()))
  for (;;) {
    const shown = await lookAtPayment(market, quote.orderId)
    if (shown === null || shown.state !== "awaiting_payment") return
    await pause(LOOK_EVERY_MS)
  }
}

/** Waits until the quote has run out and asks for another. @returns null when the goods are no longer held */
async function renewed(market: Market, quote: Quote): Promise<Quote | null> {
  await untilExpired(market, quote)
  const answer = await askPatiently(market.shop, orderSchema, `/api/orders/${quote.orderId}/quote`, {
    method: "POST",
  })
  if (!answer.ok || answer.value.bitcoin === null) return null
  return noteQuote(market.witness, quote.orderId, answer.value.bitcoin)
}
