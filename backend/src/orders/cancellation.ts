import type { MedusaContainer } from "@medusajs/framework/types"
import { CANCEL_PAID_MINUTES, type Cancellation } from "@shop/contracts"
import { readCancellation } from "../platform/medusa-tables/order-facts"
import { methodOfProvider } from "./payment-method"

export type CancellationFacts = Awaited<ReturnType<typeof readCancellation>>[number]

export type CancellationRejection = "cancelled" | "packed" | "money_under_way" | "too_late" | "by_hand"
type Decision =
  | { readonly ok: true; readonly until: Date | null; readonly refund: Cancellation["refund"] }
  | { readonly ok: false; readonly reason: CancellationRejection }

/**
 * Whether a buyer may cancel their order: an unpaid one until it ends, a paid one within an hour of its payment, and none that
 * is packed. While money is under way they wait for it, because the hour only begins when it has arrived.
 */
export function cancellationOf(facts: CancellationFacts, now: number): Decision {
  const { status, paidAt, isPacked, isReleased, hasMoneyUnderWay, paidBy } = facts
  if (status === "canceled") return { ok: false, reason: "cancelled" }
  if (status !== "pending" || isPacked || (paidAt === null && isReleased))
    return { ok: false, reason: "packed" }
  if (hasMoneyUnderWay) return { ok: false, reason: "money_under_way" }
  if (paidAt === null) return { ok: true, until: null, refund: "none" }
  const until = new Date(paidAt.getTime() + CANCEL_PAID_MINUTES * 60_000)
  if (now > until.getTime()) return { ok: false, reason: "too_late" }
  const methods = paidBy.map(methodOfProvider)
  if (methods.includes(undefined)) return { ok: false, reason: "by_hand" }
  return { ok: true, until, refund: methods.includes("bitcoin") ? "bitcoin" : "card" }
}

/** The facts of now; null: there is no such order. */
export async function readCancellationFacts(
  container: MedusaContainer,
  orderId: string,
): Promise<CancellationFacts | null> {
  const [facts] = await readCancellation(container, { orderId })
  return facts ?? null
}
