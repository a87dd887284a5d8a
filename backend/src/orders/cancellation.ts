import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { CANCEL_PAID_MINUTES, type Cancellation } from "@shop/contracts"
import { querySql } from "../platform/sql/query"
import { hasMoneyUnderWay } from "./money-under-way"
import { PROVIDERS, readProvider } from "./payment-method"

/** What the metadata of an order says that its buyer has cancelled. */
export const CANCELLED_BY_BUYER = { cancelled_by: "buyer" } as const

const factsRow = z.object({
  status: z.string(),
  isByBuyer: z.boolean(),
  paidAt: z.date().nullable(),
  isPacked: z.boolean(),
  isReleased: z.boolean(),
  hasMoneyUnderWay: z.boolean(),
})

/** What decides whether a buyer may cancel their order. */
export interface CancellationFacts extends z.output<typeof factsRow> {
  /** The payment provider; null: the order has none. */
  readonly provider: string | null
}

/** Why a buyer cannot cancel their order. */
export type CancellationRejection = "cancelled" | "packed" | "money_under_way" | "too_late" | "by_hand"
type Decision =
  | { readonly ok: true; readonly until: Date | null; readonly refund: Cancellation["refund"] }
  | { readonly ok: false; readonly reason: CancellationRejection }

const REFUNDS: Readonly<Record<string, Cancellation["refund"]>> = {
  [PROVIDERS.bitcoin]: "bitcoin",
  [PROVIDERS.card]: "card",
}

/**
 * Whether a buyer may cancel their order: an unpaid one until it ends, a paid one within an hour of its payment, and none that
 * is packed. While money is under way they wait for it, because the hour only begins when it has arrived.
 */
export function cancellationOf(facts: CancellationFacts, now: number): Decision {
  const { status, paidAt, isPacked, isReleased, hasMoneyUnderWay, provider } = facts
  if (status === "canceled") return { ok: false, reason: "cancelled" }
  if (status !== "pending" || isPacked || (paidAt === null && isReleased))
    return { ok: false, reason: "packed" }
  if (hasMoneyUnderWay) return { ok: false, reason: "money_under_way" }
  if (paidAt === null) return { ok: true, until: null, refund: "none" }
  const until = new Date(paidAt.getTime() + CANCEL_PAID_MINUTES * 60_000)
  if (now > until.getTime()) return { ok: false, reason: "too_late" }
  const refund = REFUNDS[provider ?? ""]
  return refund === undefined ? { ok: false, reason: "by_hand" } : { ok: true, until, refund }
}

/** The facts of now; null: there is no such order. */
export async function readCancellationFacts(
  container: MedusaContainer,
  orderId: string,
): Promise<CancellationFacts | null> {
  const [[facts], provider] = await Promise.all([
    querySql(
      container,
      factsRow,
      `select o.status, coalesce(o.metadata ->> 'cancelled_by' = 'buyer', false) as "isByBuyer",
              (select min(c.created_at) from order_payment_collection l
                 join payment p on p.payment_collection_id = l.payment_collection_id and p.deleted_at is null
                 join capture c on c.payment_id = p.id and c.deleted_at is null
                where l.order_id = o.id and l.deleted_at is null) as "paidAt",
              exists (select 1 from order_fulfillment l join fulfillment f on f.id = l.fulfillment_id
                where l.order_id = o.id and l.deleted_at is null and f.canceled_at is null and f.deleted_at is null) as "isPacked",
              exists (select 1 from unpaid_release r where r.order_id = o.id) as "isReleased",
              ${hasMoneyUnderWay(container)} as "hasMoneyUnderWay"
         from "order" o where o.id = :orderId and o.deleted_at is null`,
      { orderId },
    ),
    readProvider(container, orderId),
  ])
  return facts === undefined ? null : { ...facts, provider }
}
