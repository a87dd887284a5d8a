import { orderSchema, type InvoiceState, type Order } from "@shop/contracts"
import { setTimeout as pause } from "node:timers/promises"
import { browserOf } from "../harness/checkout"
import type { BuyerContext } from "./buyer"
import type { BitcoinBuyerPlan } from "./buyer-plan"
import { noteQuote, type Cancellation, type Quote } from "./observer"
import { send, sendLate } from "./send-payment"
import { sendOnce, sendUntilAnswered } from "./send-with-retry"
import { cancelAsStaff, refundAll } from "./staff"

const LOOK_EVERY_MS = 500
/** A payment that reorganisations keep out of the chain is not waited for. */
const SETTLED_WITHIN_MS = 90_000
const OPEN: readonly (InvoiceState | undefined)[] = ["awaiting_payment", "underpaid", "seen", "confirming"]

/** Pays shortly before or after a limit. What comes after it is late if the shop shows by then that the quote is over. */
export async function payAroundLimit(
  context: BuyerContext,
  { offsetMs }: BitcoinBuyerPlan,
  quote: Quote,
  limit: number,
  sats = quote.due,
): Promise<void> {
  await pause(Math.max(0, limit + offsetMs - Date.now()))
  const isRest = sats < quote.due
  const graceMs = isRest ? context.graceMs : 0
  const shown = await sendOnce(context.shop, orderSchema, `/api/orders/${quote.orderId}`)
  const isOver = shown?.ok === true && !OPEN.includes(shown.value.bitcoin?.state)
  await send(context, [[quote, sats]], graceMs, isOver ? "late" : "in doubt")
}

/** Pays shortly before or after asking to cancel the order. */
export async function payAroundCancellation(
  context: BuyerContext,
  plan: BitcoinBuyerPlan,
  quote: Quote,
): Promise<void> {
  const apart = Math.abs(plan.offsetMs)
  if (plan.offsetMs < 0) {
    await send(context, [[quote, quote.due]])
    await pause(apart)
    await cancel(context, plan, quote)
    return
  }
  const cancelled = cancel(context, plan, quote)
  await pause(apart)
  await payUnlessCancelled(context, quote)
  await cancelled
}

type End = "late" | "after the hold" | "after a cancellation" | "after a refund"

/** Pays after an end, at once or later: before or after the shop has mailed and counted it. */
export async function payAfterEnd(
  context: BuyerContext,
  plan: BitcoinBuyerPlan,
  end: End,
  quote: Quote,
): Promise<void> {
  switch (end) {
    case "late":
      await untilShown(context, quote, isExpired)
      break
    case "after the hold":
      await untilShown(context, quote, ({ status }) => status === "cancelled")
      break
    case "after a cancellation":
      await cancel(context, plan, quote)
      await pause(plan.afterEndMs)
      return payUnlessCancelled(context, quote)
    case "after a refund": {
      // Of a captured payment, or of a late one.
      if (plan.offsetMs < 0) await send(context, [[quote, quote.due]])
      else {
        await untilShown(context, quote, isExpired)
        await sendLate(context, quote)
      }
      await untilShown(context, quote, isSettled, SETTLED_WITHIN_MS)
      const refunded = await refundAll(context, quote)
      if (refunded > 0n) context.observer.refunds.set(quote.address, refunded)
    }
  }
  await pause(plan.afterEndMs)
  await sendLate(context, quote)
}

const isExpired = ({ bitcoin }: Order) => bitcoin?.state !== "awaiting_payment"
const isSettled = ({ bitcoin }: Order) => bitcoin?.state === "confirmed" || bitcoin?.state === "review"

/** Waits until the quote has ended and the shop shows it, or takes no question about it any more. */
async function untilShown(
  { shop }: BuyerContext,
  { orderId, expiresAt }: Quote,
  fits: (order: Order) => boolean,
  withinMs = Infinity,
): Promise<void> {
  const deadline = Date.now() + withinMs
  if (withinMs === Infinity) await pause(Math.max(0, expiresAt - Date.now()))
  while (Date.now() < deadline) {
    const answer = await sendUntilAnswered(shop, orderSchema, `/api/orders/${orderId}`)
    if (!answer.ok || fits(answer.value)) return
    await pause(LOOK_EVERY_MS)
  }
}

/** Asks to cancel the order and records what became of it. */
async function cancel(
  context: BuyerContext,
  { cancelledBy: by }: BitcoinBuyerPlan,
  { orderId }: Quote,
): Promise<void> {
  const cancellation: Cancellation = { by, askedAt: Date.now(), isDone: null }
  context.observer.cancellations.set(orderId, cancellation)
  if (by === "staff") {
    cancellation.isDone = await cancelAsStaff(context, orderId)
    return
  }
  const path = `/api/orders/${orderId}/cancellation`
  const options = { method: "POST" as const, headers: browserOf(orderId), body: {} }
  cancellation.isDone = (await sendUntilAnswered(context.shop, orderSchema, path, options)).ok
}

/** Whether it is in time depends on what the shop answered before. */
async function payUnlessCancelled(context: BuyerContext, quote: Quote): Promise<void> {
  if (context.observer.cancellations.get(quote.orderId)?.isDone) await sendLate(context, quote)
  else await send(context, [[quote, quote.due]])
}

/** Waits until the quote has expired and renews it. @returns null when the stock is no longer reserved */
export async function renewed(context: BuyerContext, quote: Quote): Promise<Quote | null> {
  await untilShown(context, quote, isExpired)
  const answer = await sendUntilAnswered(context.shop, orderSchema, `/api/orders/${quote.orderId}/quote`, {
    method: "POST",
    headers: browserOf(quote.orderId),
  })
  if (!answer.ok || answer.value.bitcoin === null) return null
  return noteQuote(context.observer, quote.orderId, answer.value.bitcoin)
}
