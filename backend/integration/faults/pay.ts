import type { PlacedOrder } from "@shop/contracts"
import { setTimeout as pause } from "node:timers/promises"
import type { BuyerContext } from "./buyer"
import type { BitcoinBuyerPlan } from "./buyer-plan"
import { noteQuote, type Quote } from "./observer"
import { payAfterEnd, payAroundCancellation, payAroundLimit, renewed } from "./pay-at-limits"
import { send } from "./send-payment"

/** No other buyer starts to pay this close to the quote's end. */
const TOO_LATE_MS = 500
/** An address outside the shop, for a withdrawn payment. */
const ELSEWHERE = "bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202"

/** Runs the part of a buyer's plan after the order. */
export async function pay(
  context: BuyerContext,
  plan: BitcoinBuyerPlan,
  placed: readonly PlacedOrder[],
): Promise<void> {
  const [given, second] = placed.flatMap(({ id, bitcoin }) =>
    bitcoin === null ? [] : [noteQuote(context.observer, id, bitcoin)],
  )
  if (given === undefined) return
  await pause(plan.pausesMs[1])
  const quote = plan.pays === "after renewing the quote" ? await renewed(context, given) : given
  if (quote === null) return
  const { due } = quote
  switch (plan.pays) {
    case "late":
    case "after the hold":
    case "after a cancellation":
    case "after a refund":
      return payAfterEnd(context, plan, plan.pays, quote)
    case "around the quote's end":
      return payAroundLimit(context, plan, quote, quote.expiresAt)
    case "around the hold's end":
      return payAroundLimit(context, plan, quote, quote.expiresAt + context.holdMs)
    case "around a cancellation":
      return payAroundCancellation(context, plan, quote)
    default:
      if (Date.now() > quote.expiresAt - TOO_LATE_MS) return
  }
  switch (plan.pays) {
    case "never":
      return
    case "exactly":
    case "after renewing the quote":
      await send(context, [[quote, due]])
      return
    case "too much":
      await send(context, [[quote, due + 4_321n]])
      return
    case "too little":
      await send(context, [[quote, due - 400n]])
      return
    case "short and then the rest":
    case "in two transactions":
    case "the rest around the end of the grace": {
      const first = (due * 3n) / 5n
      await send(context, [[quote, first]])
      if (plan.pays === "the rest around the end of the grace")
        return payAroundLimit(context, plan, quote, quote.expiresAt + context.graceMs, due - first)
      if (plan.pays === "short and then the rest") await pause(plan.pausesMs[2])
      await send(context, [[quote, due - first]], context.graceMs)
      return
    }
    case "two orders at once": {
      const both = [quote, ...(second ? [second] : [])]
      await send(
        context,
        both.map((one) => [one, one.due]),
      )
      return
    }
    case "and raises the fee":
    case "and takes it back": {
      const txid = await send(context, [[quote, due]])
      await pause(plan.pausesMs[2])
      await replace(context, txid, quote, plan.pays === "and takes it back" ? ELSEWHERE : quote.address)
    }
  }
}

/** Replaces a transaction. If a block confirms the first one meanwhile, it stays. */
async function replace(context: BuyerContext, txid: string, quote: Quote, to: string): Promise<void> {
  try {
    const other = await context.network.replace(txid, to)
    const at = Date.now()
    const { expiresAt: deadline } = quote
    const timeliness = at < deadline ? "in time" : "in doubt"
    context.observer.payments.set(other, { txid: other, at, deadline, timeliness })
  } catch (error) {
    if (!(error instanceof Error && error.message.includes("not in the mempool"))) throw error
  }
}
