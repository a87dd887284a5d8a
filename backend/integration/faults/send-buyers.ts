import type { PlacedOrder } from "@shop/contracts"
import { buy, type BuyerContext } from "./buyer"
import { isByCard, isWaiting, type BuyerPlan } from "./buyer-plan"
import { pay } from "./pay"
import { changeOrder } from "./change-order"
import { payByCard } from "./pay-by-card"
import { payDifference } from "./pay-difference"
import { watchAmountDue } from "./watch-due"

/** The number of concurrent buyers, without those who wait for a time limit. */
const AT_A_TIME = 5

/** Runs all buyers, a few at a time. Those who wait for a time limit do not delay the next buyer. */
export async function sendBuyers(context: BuyerContext, buyers: readonly BuyerPlan[]): Promise<void> {
  const paying: Promise<void>[] = []
  const queue = [...buyers.entries()]
  const shopper = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [number, plan] = next
      const placed: PlacedOrder[] = []
      for (const suffix of plan.pays === "two orders at once" ? ["a", "b"] : ["a"]) {
        const order = await buy(context, plan, `buyer-${String(number)}${suffix}`)
        if (order) placed.push(order)
      }
      const business = payAndChange(context, plan, placed).then(() => context.progress.step())
      paying.push(business)
      if (!isWaiting(plan) && plan.change === null) await business
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, shopper))
  context.progress.end()
  await Promise.all(paying)
}

/** The buyer pays while staff change the first order, and then what more is due. */
async function payAndChange(
  context: BuyerContext,
  plan: BuyerPlan,
  placed: readonly PlacedOrder[],
): Promise<void> {
  const payFirst = () => (isByCard(plan) ? payByCard(context, plan, placed[0]) : pay(context, plan, placed))
  const { change } = plan
  const orderId = placed[0]?.id
  if (change === null || orderId === undefined) return payFirst()
  const over = new AbortController()
  const watched = watchAmountDue(context, orderId, over.signal)
  const waits = change.when === "before the payment" && !change.paysFirstQuote
  await Promise.all([changeOrder(context, change, orderId), waits ? null : payFirst()])
  await payDifference(context, change, orderId)
  over.abort()
  await watched
}
