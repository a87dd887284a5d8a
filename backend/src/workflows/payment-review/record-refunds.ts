import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { cancelOrderWorkflow, createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { BITCOIN_PAYMENT, type Refund, type StoredInvoice } from "../../modules/bitcoin-payment"
import { queryRows } from "../../query/query-rows"
import { clearPendingOrderChanges } from "../settle-bitcoin/clear-pending-order-changes"
import { notifyBuyerOfRefund } from "./refund-mails"
import { underOrderLock } from "./under-order-lock"

const amount = z.coerce.number()
const orderRow = z.object({
  status: z.string(),
  currency_code: z.string(),
  summary: z.object({ pending_difference: amount }),
  credit_lines: z.array(z.object({ reference_id: z.string().nullish() })).nullish(),
})
const paymentRow = z.object({
  id: z.string(),
  captured_at: z.coerce.date().nullable(),
  refunds: z.array(z.object({ id: z.string(), metadata: z.record(z.string(), z.unknown()).nullish() })),
})

/** Invoices that no money is expected for any more. */
const OVER = ["expired", "cancelled", "refunded"]

/**
 * Takes the refunds that staff recorded into Medusa's books and tells their buyers. Every part may be asked twice and
 * happens once, so that a crash in the middle is finished by the next round.
 */
export async function recordRefunds(container: MedusaContainer): Promise<void> {
  const { reviewService } = container.resolve(BITCOIN_PAYMENT)
  for (const { refund, invoice } of await reviewService.unrecordedRefunds()) {
    try {
      await underOrderLock(container, invoice.orderId, () => recordRefund(container, refund.id, invoice))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(`Bitcoin: refund ${refund.id} was not booked: ${reason}`)
      await reviewService.markRefundFailed(refund, reason)
    }
  }
}

async function recordRefund(
  container: MedusaContainer,
  refundId: string,
  { orderId, sessionId, captured }: StoredInvoice,
): Promise<void> {
  const { reviewService } = container.resolve(BITCOIN_PAYMENT)
  // Another process may have booked it while this one waited for the lock.
  const refund = (await reviewService.unrecordedRefunds()).find(
    (waiting) => waiting.refund.id === refundId,
  )?.refund
  if (refund === undefined) return
  if (captured && refund.medusaPence > 0n) await recordInMedusa(container, refund, orderId, sessionId)
  if (!captured) await cancelUnpaid(container, orderId)
  await notifyBuyerOfRefund(container, orderId, refund)
  await reviewService.markRefundRecorded(refund)
}

async function recordInMedusa(
  container: MedusaContainer,
  refund: Refund,
  orderId: string,
  sessionId: string,
): Promise<void> {
  const pounds = Number(refund.medusaPence) / 100
  const medusaRefundId = await ensureMedusaRefund(container, refund, sessionId, pounds)
  const order = await readOrder(container, orderId)
  const orders = container.resolve(Modules.ORDER)
  const reference = { order_id: orderId, reference: "refund", reference_id: medusaRefundId }
  if ((await orders.listOrderTransactions(reference, { take: 1 })).length === 0)
    await orders.addOrderTransactions([{ ...reference, amount: -pounds, currency_code: order.currency_code }])
  await ensureCreditLine(container, refund, orderId, pounds)
}

/** Medusa's own row of the refund; made through the provider, which admits it because it is recorded. */
async function ensureMedusaRefund(
  container: MedusaContainer,
  refund: Refund,
  sessionId: string,
  pounds: number,
): Promise<string> {
  const [payment] = await queryRows(container, paymentRow, {
    entity: "payment",
    fields: ["id", "captured_at", "refunds.id", "refunds.metadata"],
    filters: { payment_session_id: sessionId },
  })
  if (!payment)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Session ${sessionId} has no payment to refund.`,
    )
  const isOurs = ({ metadata }: (typeof payment.refunds)[number]) =>
    metadata?.["bitcoin_refund"] === refund.id
  const made = payment.refunds.find(isOurs)
  if (made) return made.id
  const { reviewService } = container.resolve(BITCOIN_PAYMENT)
  // Bound to a refund that Medusa does not have: it died before it was written.
  if (refund.medusaRefundId !== null) await reviewService.releaseRefund(refund)
  const after = await container.resolve(Modules.PAYMENT).refundPayment({
    payment_id: payment.id,
    amount: pounds,
    created_by: refund.by.id,
    note: "Recorded in the order's Bitcoin panel",
    metadata: { bitcoin_refund: refund.id },
  })
  const entered = paymentRow.shape.refunds.parse(after.refunds).find(isOurs)
  if (!entered) throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "Medusa did not keep the refund.")
  return entered.id
}

/** What went back beyond what was owed (goodwill) lowers the bill, or the order would read as unpaid. */
async function ensureCreditLine(
  container: MedusaContainer,
  refund: Refund,
  orderId: string,
  pounds: number,
): Promise<void> {
  const { status, summary, credit_lines } = await readOrder(container, orderId)
  const isThere = (credit_lines ?? []).some(({ reference_id }) => reference_id === refund.id)
  const credit = Math.min(pounds, summary.pending_difference)
  if (status === "canceled" || isThere || credit <= 0) return
  await clearPendingOrderChanges(container, orderId)
  await createOrderCreditLinesWorkflow(container).run({
    input: {
      id: orderId,
      credit_lines: [{ amount: credit, reference: "bitcoin_refund", reference_id: refund.id }],
    },
  })
}

/** Nothing of it was ever taken and all of it went back: the order is over, and its goods are free. */
async function cancelUnpaid(container: MedusaContainer, orderId: string): Promise<void> {
  const files = await container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(orderId)
  const isOver = files.every(({ invoice }) => !invoice.captured && OVER.includes(invoice.state))
  if (!isOver || (await readOrder(container, orderId)).status === "canceled") return
  await clearPendingOrderChanges(container, orderId)
  await cancelOrderWorkflow(container).run({ input: { order_id: orderId } })
}

async function readOrder(container: MedusaContainer, orderId: string): Promise<z.output<typeof orderRow>> {
  const [order] = await queryRows(container, orderRow, {
    entity: "order",
    fields: ["status", "currency_code", "summary.*", "credit_lines.reference_id"],
    filters: { id: orderId },
  })
  if (!order) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${orderId}.`)
  return order
}
