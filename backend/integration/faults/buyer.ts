import { cartSchema, placedOrderSchema, type PlacedOrder } from "@shop/contracts"
import { setTimeout as pause } from "node:timers/promises"
import { z } from "zod"
import type { Cards } from "../harness/card-shop"
import { browserOf, checkoutOf, keepCookie } from "../harness/checkout"
import { freshCartId, type MadeProduct } from "../harness/fixtures"
import type { CampaignNetwork } from "./network"
import { sendOnce, sendUntilAnswered } from "./send-with-retry"
import { isByCard, type BuyerPlan } from "./buyer-plan"
import type { Progress } from "./progress"
import { noteQuote, type Sale, type Observer } from "./observer"

/** The headers of a member of staff. */
export type StaffHeaders = Readonly<Record<"authorization", string>>

/** What the shop's tables say of an order at one moment. */
interface Pending {
  /** Messages about its amount, its captures and its refunds that are not handled yet. */
  readonly open: number
  readonly known: number
  /** What its open page at the card processor asks for; null: there is none. */
  readonly cardPence: number | null
}

/** What the buyers of a campaign share. */
export interface BuyerContext {
  readonly shop: { readonly url: string }
  readonly network: CampaignNetwork
  readonly cards: Cards
  readonly staffHeaders: StaffHeaders
  readonly products: readonly MadeProduct[]
  readonly observer: Observer
  readonly progress: Progress
  /** The time passes in which a card order keeps its stock. */
  readonly endReservation: (orderId: string) => Promise<void>
  /** Read without faults. */
  readonly pendingOf: (orderId: string) => Promise<Pending>
  /** Pounds for a bitcoin. */
  readonly rateGbp: number
  /** How long after the quote's end a short payment may be completed, in milliseconds. */
  readonly graceMs: number
  /** How long after the quote's end an unpaid order keeps its stock, in milliseconds. */
  readonly holdMs: number
}

/** Fills a cart and orders it. @returns the order to pay, or null when there is none */
export async function buy(context: BuyerContext, plan: BuyerPlan, name: string): Promise<PlacedOrder | null> {
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
  const paymentMethod = isByCard(plan) && plan.pays !== "by card instead of Bitcoin" ? "card" : "bitcoin"
  const body = checkoutOf(cartId, total, { email: sale.email, paymentMethod })
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
  let placed: PlacedOrder | null = null
  for (const answer of answers) {
    if (answer === null) sale.left = true
    else if (!answer.ok) sale.refusal = answer.text
    else {
      sale.orderIds.add(answer.value.id)
      placed = answer.value
      keepCookie(placed.id, answer.response)
      if (placed.bitcoin) noteQuote(observer, placed.id, placed.bitcoin)
    }
  }
  if (placed !== null && placed.bitcoin !== null && plan.claims)
    await sendOnce(shop, z.unknown(), `/api/orders/${placed.id}/payment`, {
      method: "PATCH",
      headers: browserOf(placed.id),
      body: { transactionId: "ab".repeat(32) },
    })
  return placed
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
