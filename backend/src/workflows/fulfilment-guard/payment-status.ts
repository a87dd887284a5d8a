import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { BITCOIN_PAYMENT } from "../../modules/bitcoin-payment"
import { UNPAID_RELEASE } from "../../modules/unpaid-release"
import { penceColumn } from "../../query/money"
import { queryRows } from "../../query/query-rows"

const orderRow = z.object({
  status: z.string(),
  summary: z.object({ pending_difference: penceColumn }),
})
const releaseRow = z
  .object({ by_email: z.string(), reason: z.string(), created_at: z.coerce.date() })
  .transform(({ by_email, reason, created_at }) => ({ by: by_email, reason, at: created_at.toISOString() }))

/** Whether an order's goods may go out. */
export interface PaymentStatus {
  readonly isCancelled: boolean
  /** What is still to be paid; below zero: what is owed back. */
  readonly outstandingPence: number
  /** It was paid in Bitcoin, and the chain took the payment back for the time being. */
  readonly isUndone: boolean
  /** Staff let it go out all the same. */
  readonly release: z.output<typeof releaseRow> | null
  readonly mayShip: boolean
}

/** How an order's payment stands by Medusa's own sums, and by the chain; null when there is no such order. */
export async function readPaymentStatus(
  container: MedusaContainer,
  orderId: string,
): Promise<PaymentStatus | null> {
  const [[order], undone, releases] = await Promise.all([
    queryRows(container, orderRow, {
      entity: "order",
      fields: ["status", "summary.*"],
      filters: { id: orderId },
    }),
    container
      .resolve(BITCOIN_PAYMENT)
      .listBitcoinInvoices({ order_id: orderId, state: "review", captured_at: { $ne: null } }),
    container.resolve(UNPAID_RELEASE).listUnpaidReleases({ order_id: orderId }),
  ])
  if (!order) return null
  const outstandingPence = order.summary.pending_difference
  const isUndone = undone.length > 0
  const release = releases[0] === undefined ? null : releaseRow.parse(releases[0])
  const isCancelled = order.status === "canceled"
  const isPaid = outstandingPence <= 0 && !isUndone
  return { isCancelled, outstandingPence, isUndone, release, mayShip: isPaid || release !== null }
}
