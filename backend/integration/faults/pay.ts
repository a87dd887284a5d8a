import { orderSchema, type PlacedOrder } from "@shop/contracts"
import { setTimeout as pause } from "node:timers/promises"
import { browserOf } from "../harness/checkout"
import { sendUntilAnswered } from "./send-with-retry"
import { lookAtPayment, type BuyerContext } from "./buyer"
import type { BitcoinBuyerPlan } from "./plan"
import { noteQuote, type Quote } from "./observer"

/** No buyer starts to pay this close to the quote's end. */
const TOO_LATE_MS = 500
const LOOK_EVERY_MS = 500
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
  if (plan.pays === "late") {
    await untilExpired(context, quote)
    return sendLate(context, quote)
  }
  if (plan.pays === "never" || Date.now() > quote.expiresAt - TOO_LATE_MS) return
  switch (plan.pays) {
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
    case "in two transactions": {
      const first = (due * 3n) / 5n
      await send(context, [[quote, first]])
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

/** Pays and records whether that was in time. @param graceMs added to the quote's end */
export async function send(
  { network, observer }: BuyerContext,
  payments: readonly (readonly [Quote, bigint])[],
  graceMs = 0,
): Promise<string> {
  const outputs = payments.map(([{ address }, sats]) => ({ address, sats }))
  const txid = await network.payMany(outputs)
  const deadline = Math.min(...payments.map(([{ expiresAt }]) => expiresAt)) + graceMs
  const at = Date.now()
  observer.payments.set(txid, { txid, at, timeliness: at < deadline ? "in time" : "in doubt" })
  return txid
}

async function sendLate({ network, observer }: BuyerContext, { address, due }: Quote): Promise<void> {
  const txid = await network.pay(address, due)
  observer.payments.set(txid, { txid, at: Date.now(), timeliness: "late" })
}

/** Replaces a transaction. If a block confirms the first one meanwhile, it stays. */
async function replace(context: BuyerContext, txid: string, quote: Quote, to: string): Promise<void> {
  try {
    const other = await context.network.replace(txid, to)
    const at = Date.now()
    const timeliness = at < quote.expiresAt ? "in time" : "in doubt"
    context.observer.payments.set(other, { txid: other, at, timeliness })
  } catch (error) {
    if (!(error instanceof Error && error.message.includes("not in the mempool"))) throw error
  }
}

async function untilExpired(context: BuyerContext, quote: Quote): Promise<void> {
  await pause(Math.max(0, quote.expiresAt - Date.now()))
  for (;;) {
    const shown = await lookAtPayment(context, quote.orderId)
    if (shown === null || shown.state !== "awaiting_payment") return
    await pause(LOOK_EVERY_MS)
  }
}

/** Waits until the quote has expired and renews it. @returns null when the stock is no longer reserved */
async function renewed(context: BuyerContext, quote: Quote): Promise<Quote | null> {
  await untilExpired(context, quote)
  const answer = await sendUntilAnswered(context.shop, orderSchema, `/api/orders/${quote.orderId}/quote`, {
    method: "POST",
    headers: browserOf(quote.orderId),
  })
  if (!answer.ok || answer.value.bitcoin === null) return null
  return noteQuote(context.observer, quote.orderId, answer.value.bitcoin)
}
