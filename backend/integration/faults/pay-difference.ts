import { followedOrderSchema, type FollowedOrder } from "@shop/contracts"
import { setTimeout as pause } from "node:timers/promises"
import { browserOf } from "../harness/checkout"
import type { BuyerContext } from "./buyer"
import { noteQuote } from "./observer"
import { changeMethod, openPage, payOn } from "./pay-by-card"
import { send } from "./send-payment"
import { sendUntilAnswered, type Answer } from "./send-with-retry"
import type { StaffChangePlan } from "./staff-change-plan"

const LOOK_EVERY_MS = 500
const ASKED_WITHIN_MS = 30_000

/** After staff changed the order: the buyer pays what its page asks for, with a new quote or page where the last one ended. */
export async function payDifference(
  context: BuyerContext,
  { difference }: StaffChangePlan,
  orderId: string,
): Promise<void> {
  if (difference === "not paid") return
  const deadline = Date.now() + ASKED_WITHIN_MS
  for (let page = await read(context, orderId); page.ok; page = await read(context, orderId)) {
    const { status, paymentMethod, amountDue } = page.value
    if (status !== "awaiting_payment" || Date.now() > deadline) return
    if (Number(amountDue) > 0 && isAsking(page.value)) {
      const isOther = difference === "paid by another method"
      await payBy(context, page.value, isOther ? other(paymentMethod) : paymentMethod)
      return
    }
    await pause(LOOK_EVERY_MS)
  }
}

type Method = FollowedOrder["paymentMethod"]
const other = (method: Method): Method => (method === "card" ? "bitcoin" : "card")

/** Nothing is on its way, and no one decides about money that came. */
const isAsking = ({ bitcoin, cardPayment }: FollowedOrder) =>
  bitcoin === null
    ? cardPayment?.canRetry === true
    : ["awaiting_payment", "underpaid", "expired"].includes(bitcoin.state)

async function payBy(context: BuyerContext, page: FollowedOrder, method: Method): Promise<void> {
  const { id, paymentMethod } = page
  if (method === "card") {
    if (paymentMethod !== "card") await changeMethod(context, id, "card")
    const url = await openPage(context, id)
    if (url !== null) await payOn(context, id, url, "in doubt")
    return
  }
  if (paymentMethod !== "bitcoin") await changeMethod(context, id, "bitcoin")
  else if (page.bitcoin?.state === "expired") await ask(context, id, "/quote", "POST")
  const now = await read(context, id)
  const asked = now.ok ? now.value.bitcoin : null
  if (asked?.state !== "awaiting_payment" && asked?.state !== "underpaid") return
  await send(context, [[noteQuote(context.observer, id, asked), BigInt(asked.remainingSats)]])
}

const read = (context: BuyerContext, orderId: string) => ask(context, orderId, "", "GET")

const ask = (
  { shop }: BuyerContext,
  orderId: string,
  what: string,
  method: "GET" | "POST",
): Promise<Answer<FollowedOrder>> =>
  sendUntilAnswered(shop, followedOrderSchema, `/api/orders/${orderId}${what}`, {
    method,
    headers: browserOf(orderId),
  })
