import { followedOrderSchema } from "@shop/contracts"
import { setTimeout as pause } from "node:timers/promises"
import { browserOf } from "../harness/checkout"
import type { BuyerContext } from "./buyer"
import { sendOnce } from "./send-with-retry"

const LOOK_EVERY_MS = 700

/**
 * Reads the order's page until `over`. One answer names what is due and, in Bitcoin, what the quote asks for; what a card page asks for
 * comes from the shop's table. More than is due is noted only if no message about the order was left before the reading and none came
 * during it: until a change is handled, the old quote is right.
 */
export async function watchAmountDue(
  context: BuyerContext,
  orderId: string,
  over: AbortSignal,
): Promise<void> {
  const { shop, observer, rateGbp, pendingOf } = context
  while (!over.aborted) {
    const before = await pendingOf(orderId)
    const answer = await sendOnce(shop, followedOrderSchema, `/api/orders/${orderId}`, {
      headers: browserOf(orderId),
    })
    const after = await pendingOf(orderId)
    const isSettled = before.open === 0 && after.open === 0 && before.known === after.known
    if (
      answer?.ok &&
      isSettled &&
      before.cardPence === after.cardPence &&
      answer.value.status !== "cancelled"
    ) {
      const { bitcoin, amountDue } = answer.value
      const isAsking = bitcoin?.state === "awaiting_payment" || bitcoin?.state === "underpaid"
      const inBitcoin = isAsking ? Math.round((Number(bitcoin.amountSats) * rateGbp) / 1e6) : 0
      const askedPence = Math.max(inBitcoin, before.cardPence ?? 0)
      const duePence = Math.round(Number(amountDue) * 100)
      observer.readings += 1
      if (askedPence > duePence) observer.overAsked.push({ orderId, at: Date.now(), askedPence, duePence })
    }
    await pause(LOOK_EVERY_MS)
  }
}
