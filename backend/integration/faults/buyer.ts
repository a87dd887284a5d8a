import { cartSchema, orderSchema, placedOrderSchema, type BitcoinPayment } from "@shop/contracts"
import { setTimeout as pause } from "node:timers/promises"
import { z } from "zod"
import { checkoutOf } from "../harness/checkout"
import { freshCartId, type MadeProduct } from "../harness/fixtures"
import type { CampaignNetwork } from "./network"
import { sendOnce, sendUntilAnswered } from "./send-with-retry"
import type { BuyerPlan } from "./plan"
import type { Progress } from "./progress"
import { noteQuote, type Quote, type Sale, type Observer } from "./observer"

/** What the buyers of a campaign share. */
export interface BuyerContext {
  readonly shop: { readonly url: string }
  readonly network: CampaignNetwork
  readonly products: readonly MadeProduct[]
  readonly observer: Observer
  readonly progress: Progress
  /** How long after the quote's end a short payment may be completed, in milliseconds. */
  readonly graceMs: number
}

/** Fills a cart and orders it. @returns the quote to pay, or null when there is none */
export async function buy(context: BuyerContext, plan: BuyerPlan, name: string): Promise<Quote | null> {
  const { shop, progress, observer } = context
  const cartId = freshCartId()
  const sale: Sale = {
    cartId,
    orderIds: new Set(),
    email: `${name}@faults.example`,
    left: false,
    refusal: null,
  }
  observer.sales.push(sale)
  const total = await fill(context, plan, cartId)
  progress.step()
  if (total === null) {
    sale.refusal = "the cart could not be filled"
    progress.step()
    progress.step()
    return null
  }
  await pause(plan.pausesMs[0])
  const body = checkoutOf(cartId, total, { email: sale.email })
  const asOrder = { method: "POST" as const, body }
  progress.step()
  const answers = await Promise.all(
    Array.from({ length: plan.sends === "twice at once" ? 2 : 1 }, () =>
      plan.sends === "once and leaves"
        ? sendOnce(shop, placedOrderSchema, "/api/orders", asOrder)
        : sendUntilAnswered(shop, placedOrderSchema, "/api/orders", asOrder),
    ),
  )
  progress.step()
  let quote: Quote | null = null
  for (const answer of answers) {
    if (answer === null) sale.left = true
    else if (!answer.ok) sale.refusal = answer.text
    else {
      sale.orderIds.add(answer.value.id)
      if (answer.value.bitcoin) quote = noteQuote(observer, answer.value.id, answer.value.bitcoin)
    }
  }
  if (quote !== null && plan.claims)
    await sendOnce(shop, z.unknown(), `/api/orders/${quote.orderId}/payment`, {
      method: "PATCH",
      body: { transactionId: "ab".repeat(32) },
    })
  return quote
}

/** @returns the cart's total in pounds; null when the shop refuses it */
async function fill(
  { shop, products }: BuyerContext,
  plan: BuyerPlan,
  cartId: string,
): Promise<number | null> {
  const added = await sendUntilAnswered(shop, cartSchema, "/api/cart", {
    method: "POST",
    body: { cartId, productId: products[plan.productIndex]?.id, quantity: plan.quantity },
  })
  if (!added.ok) return null
  const pence = added.value.reduce(
    (sum, { quantity, product }) => sum + quantity * Math.round(Number(product.price) * 100),
    0,
  )
  return pence / 100
}

/** The payment that the order page shows now, or null. */
export async function lookAtPayment({ shop }: BuyerContext, orderId: string): Promise<BitcoinPayment | null> {
  const answer = await sendUntilAnswered(shop, orderSchema, `/api/orders/${orderId}`)
  return answer.ok ? answer.value.bitcoin : null
}
