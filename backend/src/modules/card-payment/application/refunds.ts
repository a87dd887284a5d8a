import { CardProcessorError, type CardProcessor } from "../ports/card-processor"
import { openCase } from "../repository/cases"
import type { Connection } from "medusa-payments/database"
import { appendTransition, findPayment, withPaymentRow } from "../repository/payments"
import {
  admitRefund,
  failRefund,
  findRefund,
  hasStaffRefund,
  insertStaffRefund,
  markRefundRecorded,
  refundablePence,
  refundsOf,
  releaseRefund,
  storeProcessorRefund,
  type CardRefund,
  type StaffRefund,
} from "../repository/refunds"

/** A processor repeats its own failure for a key. After this time no earlier call can still be in progress. */
const KEY_LIFE_MS = 3_600_000

export type RefundRejection = "no_payment" | "nothing_received" | "too_much"

interface Parts {
  readonly db: Connection
  readonly processor: CardProcessor | null
  readonly clock: () => number
}

export function createRefunds({ db, processor, clock }: Parts) {
  async function make(processor: CardProcessor, refund: CardRefund): Promise<void> {
    try {
      const { refunds } = await processor.readPayment(refund.processorPaymentId)
      const made =
        refunds.find(({ reference }) => reference === refund.id) ??
        (await processor.refund({
          paymentId: refund.processorPaymentId,
          pence: refund.pence,
          reference: refund.id,
          idempotencyKey: `${refund.id}:${Math.floor((clock() - refund.at) / KEY_LIFE_MS)}`,
        }))
      await withPaymentRow(db, refund.paymentId, async (payment, tx) => {
        await storeProcessorRefund(tx, payment, refund.processorPaymentId, { ...made, reference: refund.id })
        await appendTransition(tx, payment.id, "refund_made", made.id)
      })
    } catch (error) {
      if (!(error instanceof CardProcessorError) || error.kind !== "certain") throw error
      await withPaymentRow(db, refund.paymentId, async (payment, tx) => {
        await failRefund(tx, refund.id, error.message)
        await appendTransition(tx, payment.id, "refund_refused", error.message)
        await openCase(tx, payment, {
          kind: "refund_failed",
          subject: refund.id,
          pence: refund.pence,
          detail: error.message,
          respondBy: null,
        })
      })
    }
  }

  return {
    /** Stores a refund that staff or a cancellation ordered; the outbox makes it. Null: stored, now or before. */
    request: async (paymentId: string, refund: StaffRefund): Promise<RefundRejection | null> => {
      const rejection = await withPaymentRow(
        db,
        paymentId,
        async (payment, tx): Promise<RefundRejection | null> => {
          if (payment.processorPaymentId === null) return "nothing_received"
          if (await hasStaffRefund(tx, payment.id, refund.idempotencyKey)) return null
          const left = refundablePence(payment, await refundsOf(tx, [payment.id]))
          if (refund.pence > left) return "too_much"
          if (await insertStaffRefund(tx, payment, payment.processorPaymentId, refund))
            await appendTransition(tx, payment.id, "refund_ordered", refund.reason, refund.by?.email ?? null)
          return null
        },
      )
      const isUnknown = rejection === null && (await findPayment(db, "id", paymentId)) === null
      return isUnknown ? "no_payment" : rejection
    },
    /** Makes it once: an interrupted one is found at the processor by its reference. @throws CardProcessorError to be retried */
    make: async (refundId: string): Promise<CardRefund | null> => {
      const refund = await findRefund(db, refundId)
      const isToBeMade = refund?.processorRefundId === null && refund.status !== "failed"
      if (processor === null || !isToBeMade) return refund
      await make(processor, refund)
      return findRefund(db, refundId)
    },
    markRecorded: async (refundId: string): Promise<void> => markRefundRecorded(db, refundId),
    /** Whether Medusa may enter this refund: one of this amount was made at the processor. */
    admit: async (sessionId: string, pence: number, medusaRefundId: string): Promise<boolean> =>
      admitRefund(db, sessionId, pence, medusaRefundId),
    /** Removes a link to a refund that Medusa does not have. */
    release: async (refundId: string): Promise<void> => releaseRefund(db, refundId),
  }
}
