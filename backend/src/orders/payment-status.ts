import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { MedusaError, generateEntityId } from "@medusajs/framework/utils"
import { formatPence } from "@shop/contracts"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { SHOP } from "../modules/shop"
import { penceColumn } from "../platform/money"
import { queryGraph, querySql } from "../platform/sql/query"
import { findCardPayments } from "./payment-method"
import { paidCollections, paidOf } from "./projections"

const orderRow = z.object({
  status: z.string(),
  summary: z.object({ pending_difference: penceColumn }),
  payment_collections: paidCollections,
})
const releaseRow = z
  .object({ by_email: z.string(), reason: z.string(), created_at: z.coerce.date() })
  .transform(({ by_email, reason, created_at }) => ({ by: by_email, reason, at: created_at.toISOString() }))

export interface PaymentStatus {
  readonly isCancelled: boolean
  /** Still to be paid. Below zero: owed back. */
  readonly outstandingPence: number
  readonly capturedPence: number
  readonly refundedPence: number
  /** A captured Bitcoin payment was undone by a reorganisation and is in review. */
  readonly isUndone: boolean
  /** Of a card payment: the bank has not decided yet, or has returned the money to the cardholder. */
  readonly dispute: "open" | "lost" | null
  readonly release: z.output<typeof releaseRow> | null
  readonly mayShip: boolean
}

/** The payment status by Medusa's sums and by the chain. Null: there is no such order. */
export async function readPaymentStatus(
  container: MedusaContainer,
  orderId: string,
): Promise<PaymentStatus | null> {
  const [[order], undone, disputes, releases] = await Promise.all([
    queryGraph(container, orderRow, {
      entity: "order",
      fields: [
        "status",
        "summary.*",
        "payment_collections.captured_amount",
        "payment_collections.refunded_amount",
      ],
      filters: { id: orderId },
    }),
    container
      .resolve(BITCOIN_PAYMENT)
      .listBitcoinInvoices({ order_id: orderId, state: "review", captured_at: { $ne: null } }),
    findCardPayments(container)?.listCardPayments({ order_id: orderId, dispute: { $ne: null } }) ?? [],
    container.resolve(SHOP).listUnpaidReleases({ order_id: orderId }),
  ])
  if (!order) return null
  const outstandingPence = order.summary.pending_difference
  const isUndone = undone.length > 0
  const release = releases[0] === undefined ? null : releaseRow.parse(releases[0])
  const isCancelled = order.status === "canceled"
  const dispute = disputes[0]?.dispute ?? null
  const isPaid = outstandingPence <= 0 && !isUndone && dispute === null
  const { captured, refunded } = paidOf(order)
  return {
    isCancelled,
    outstandingPence,
    capturedPence: captured,
    refundedPence: refunded,
    isUndone,
    dispute,
    release,
    mayShip: isPaid || release !== null,
  }
}

const DISPUTED = {
  open: "The cardholder disputes this order's payment, and the bank has not decided yet.",
  lost: "The dispute of this order's payment was lost: the money went back to the cardholder.",
} as const satisfies Record<NonNullable<PaymentStatus["dispute"]>, string>

/** @throws MedusaError `not_allowed`, with what staff can do, when an order may not be shipped */
export async function assertPaid(container: MedusaContainer, orderId: string): Promise<void> {
  const status = await readPaymentStatus(container, orderId)
  if (status?.isCancelled === true)
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "This order is cancelled. Do not send it.")
  if (status === null || status.mayShip) return
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `${whyNotPaid(status)} To ship it anyway, allow it with a reason in the order's Payment panel.`,
  )
}

/** Staff's lists show open orders only: nothing would say that a completed one was paid. @throws MedusaError `not_allowed` */
export async function assertNothingDue(container: MedusaContainer, orderId: string): Promise<void> {
  const status = await readPaymentStatus(container, orderId)
  if (status === null || status.isCancelled || (status.outstandingPence <= 0 && !status.isUndone)) return
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `${whyNotPaid(status)} It can be completed when it is paid.`,
  )
}

function whyNotPaid({ isUndone, dispute, outstandingPence }: PaymentStatus): string {
  if (isUndone)
    return "A reorganisation of the blockchain undid this order's payment. It is almost always mined again: wait for it."
  return dispute === null || outstandingPence > 0
    ? `This order is not paid: ${formatPence(outstandingPence)} is open.`
    : DISPUTED[dispute]
}

/** Records the first member of staff only. @throws MedusaError when the order is paid, cancelled or not there */
export async function releaseUnpaid(
  container: MedusaContainer,
  orderId: string,
  by: { id: string; email: string },
  reason: string,
): Promise<void> {
  const status = await readPaymentStatus(container, orderId)
  if (status === null) throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such order.")
  if (status.release !== null) return
  if (status.isCancelled || status.mayShip)
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      status.isCancelled ? "This order is cancelled." : "This order is paid and can be shipped.",
    )
  await querySql(
    container,
    z.unknown(),
    `insert into unpaid_release (id, order_id, by_id, by_email, reason, outstanding_pence)
      values (:id, :order, :by, :email, :reason, cast(:open as integer)) on conflict (order_id) do nothing`,
    {
      id: generateEntityId(undefined, "unprel"),
      order: orderId,
      by: by.id,
      email: by.email,
      reason,
      open: String(status.outstandingPence),
    },
  )
}
