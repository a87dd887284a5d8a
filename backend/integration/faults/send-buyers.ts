import type { PlacedOrder } from "@shop/contracts"
import { buy, type BuyerContext } from "./buyer"
import { isByCard, isWaiting, type BuyerPlan } from "./buyer-plan"
import { pay } from "./pay"
import { payByCard } from "./pay-by-card"

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
      const paid = isByCard(plan) ? payByCard(context, plan, placed[0]) : pay(context, plan, placed)
      const business = paid.then(() => context.progress.step())
      paying.push(business)
      if (!isWaiting(plan)) await business
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, shopper))
  context.progress.end()
  await Promise.all(paying)
}
