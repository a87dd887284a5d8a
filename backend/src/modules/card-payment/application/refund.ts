import { CardProcessorError, type CardProcessor } from "../ports/card-processor"
import { openCase } from "../repository/cases"
import type { Connection } from "medusa-payments/database"
import { appendTransition, findPayment, withPaymentRow } from "../repository/payments"
import {
  failRefund,
  findRefund,
  hasStaffRefund,
  insertStaffRefund,
  refundsOf,
  returnedPence,
  storeProcessorRefund,
  type CardRefund,
  type StaffRefund,
} from "../repository/refunds"

/** A processor repeats its own failure for a key. After this time no earlier call can still be in progress. */
const KEY_LIFE_MS = 3_600_000

export type RefundRejection = "no_payment" | "nothing_received" | "too_much"

/** Stores a refund that staff or a cancellation ordered; the outbox makes it. Null: stored, now or before. */
export async function requestRefund(
  db: Connection,
  paymentId: string,
  refund: StaffRefund,
): Promise<RefundRejection | null> {
  const rejection = await withPaymentRow(
    db,
    paymentId,
    async (payment, tx): Promise<RefundRejection | null> => {
      if (payment.processorPaymentId === null) return "nothing_received"
      if (await hasStaffRefund(tx, payment.id, refund.idempotencyKey)) return null
      const left = payment.receivedPence - returnedPence(payment, await refundsOf(tx, [payment.id]))
      if (refund.pence > left) return "too_much"
      if (await insertStaffRefund(tx, payment, payment.processorPaymentId, refund))
        await appendTransition(tx, payment.id, "Refund ordered", refund.reason, refund.by?.email ?? null)
      return null
    },
  )
  const isUnknown = rejection === null && (await findPayment(db, "id", paymentId)) === null
  return isUnknown ? "no_payment" : rejection
}

/**
 * Makes a refund at the processor, once: an interrupted one is found there by its reference. A refusal ends it and opens a case.
 * @throws CardProcessorError when it is to be tried again
 */
export async function makeRefund(
  db: Connection,
  processor: CardProcessor,
  refundId: string,
  now: number,
): Promise<CardRefund | null> {
  const refund = await findRefund(db, refundId)
  if (refund === null || refund.processorRefundId !== null || refund.status === "failed") return refund
  try {
    const { refunds } = await processor.readPayment(refund.processorPaymentId)
    const made =
      refunds.find(({ reference }) => reference === refund.id) ??
      (await processor.refund({
        paymentId: refund.processorPaymentId,
        pence: refund.pence,
        reference: refund.id,
        idempotencyKey: `${refund.id}:${Math.floor((now - refund.at) / KEY_LIFE_MS)}`,
      }))
    await withPaymentRow(db, refund.paymentId, async (payment, tx) => {
      await storeProcessorRefund(tx, payment, refund.processorPaymentId, { ...made, reference: refund.id })
      await appendTransition(tx, payment.id, "Refund made", made.id)
    })
  } catch (error) {
    if (!(error instanceof CardProcessorError) || error.kind !== "certain") throw error
    await withPaymentRow(db, refund.paymentId, async (payment, tx) => {
      await failRefund(tx, refund.id, error.message)
      await appendTransition(tx, payment.id, "The processor refused a refund", error.message)
      await openCase(tx, payment, {
        kind: "refund_failed",
        subject: refund.id,
        pence: refund.pence,
        detail: error.message,
        respondBy: null,
      })
    })
  }
  return findRefund(db, refundId)
}
