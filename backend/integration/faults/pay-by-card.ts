import { cardSessionSchema, followedOrderSchema, type PlacedOrder } from "@shop/contracts"
import { setTimeout as pause } from "node:timers/promises"
import { DECLINED } from "../harness/card-shop"
import { browserOf } from "../harness/checkout"
import type { BuyerContext } from "./buyer"
import { noteQuote, type Timeliness } from "./observer"
import { send } from "./send-payment"
import type { CardBuyerPlan } from "./buyer-plan"
import { sendUntilAnswered } from "./send-with-retry"

/** How much later a delayed event is sent. */
const EVENT_DELAY_MS = 4000

/** Runs the part of a buyer's plan after the order, on the pages that the shop gave this buyer. */
export async function payByCard(
  context: BuyerContext,
  plan: CardBuyerPlan,
  placed: PlacedOrder | undefined,
): Promise<void> {
  if (placed === undefined) return
  const { id } = placed
  await disturbWebhooks(context, plan, id)
  await pause(plan.pausesMs[1])
  if (plan.pays === "by card instead of Bitcoin") await changeMethod(context, id, "card")
  const page = placed.cardPaymentUrl ?? (await openPage(context, id))
  if (page === null) return
  switch (plan.pays) {
    case "never by card":
      return
    case "by card":
    case "by card instead of Bitcoin":
      await payOn(context, id, page)
      break
    case "by card after a decline":
      await context.cards.payOn(sessionOf(page), DECLINED)
      await pause(plan.pausesMs[2])
      await payOn(context, id, (await openPage(context, id)) ?? page)
      break
    case "by card in two tabs": {
      const other = (await openPage(context, id)) ?? page
      await Promise.all([payOn(context, id, page), payOn(context, id, other)])
      break
    }
    case "by card as the reservation ends":
      await context.endReservation(id)
      await pause(plan.pausesMs[2])
      await payOn(context, id, page, "in doubt")
      break
    case "by card, having changed to Bitcoin": {
      const quote = await changeMethod(context, id, "bitcoin")
      await payOn(context, id, page, "in doubt")
      if (quote !== null) await send(context, [[quote, quote.due]])
    }
  }
  if (plan.webhooks === "sent in the wrong order") await releaseEvents(context, id)
}

export async function payOn(
  { cards, observer }: BuyerContext,
  orderId: string,
  page: string,
  timeliness: Timeliness = "in time",
): Promise<void> {
  if ((await cards.payOn(sessionOf(page))) === "complete") observer.charges.set(orderId, timeliness)
}

/** The processor's id of a page, from its address. */
const sessionOf = (page: string) => new URL(page).pathname.split("/").at(-1) ?? ""

/** @returns null: the order takes no money by card any more */
export async function openPage({ shop }: BuyerContext, orderId: string): Promise<string | null> {
  const path = `/api/orders/${orderId}/card-session`
  const answer = await sendUntilAnswered(shop, cardSessionSchema, path, {
    method: "POST",
    headers: browserOf(orderId),
  })
  return answer.ok ? answer.value.url : null
}

/** @returns the quote to pay; null: the method was not changed, or is not Bitcoin */
export async function changeMethod(
  { shop, observer }: BuyerContext,
  orderId: string,
  paymentMethod: "bitcoin" | "card",
) {
  const path = `/api/orders/${orderId}/payment-method`
  const options = { method: "POST" as const, headers: browserOf(orderId), body: { paymentMethod } }
  const answer = await sendUntilAnswered(shop, followedOrderSchema, path, options)
  const bitcoin = answer.ok ? answer.value.bitcoin : null
  return bitcoin === null ? null : noteQuote(observer, orderId, bitcoin)
}

async function disturbWebhooks({ cards }: BuyerContext, plan: CardBuyerPlan, orderId: string): Promise<void> {
  const action = {
    sent: null,
    lost: "drop",
    duplicated: "duplicate",
    delayed: "delay",
    "sent in the wrong order": "hold",
  }[plan.webhooks]
  if (action === null) return
  await cards.command("/webhooks/rules", { action, containing: orderId, delayMs: EVENT_DELAY_MS })
}

/** Delivers what was held, the last event first. Later events are sent at once. */
async function releaseEvents({ cards }: BuyerContext, orderId: string): Promise<void> {
  await cards.command(`/webhooks/rules?containing=${orderId}`, {}, "DELETE")
  const order = "last_in_first_out"
  await cards.command("/webhooks/release", { order, containing: orderId })
}
