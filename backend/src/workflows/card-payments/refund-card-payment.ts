import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { CardPaymentService } from "../../modules/card-payment"
import { enqueueOrderMail } from "../../mail/enqueue-mail"
import { cardReason } from "../../orders/card-texts"
import { findCardPayments } from "../../orders/payment-method"
import { refundChoice } from "medusa-payments/refund-choice"
import { recordRefundInMedusa, withPaymentLocked } from "medusa-payments/workflows"

export const cardRefundSchema = z.object({
  orderId: z.string(),
  refundId: z.string(),
  chosen: refundChoice.optional(),
})
type CardRefundMessage = z.output<typeof cardRefundSchema>

/**
 * Makes a refund at the processor, enters it in Medusa and mails the buyer. Idempotent: each part is done unless it was done
 * before. A refund of money that was never captured, such as a late payment's, is in no books of Medusa.
 */
export async function refundCardPayment(
  container: MedusaContainer,
  message: CardRefundMessage,
): Promise<"done" | "skipped"> {
  const service = findCardPayments(container)
  if (service === null) return "skipped"
  return withPaymentLocked(container, message.orderId, () => refund(container, service, message))
}

async function refund(
  container: MedusaContainer,
  service: CardPaymentService,
  { orderId, refundId, chosen }: CardRefundMessage,
): Promise<"done" | "skipped"> {
  const made = await service.refunds.make(refundId)
  if (made === null || made.status === "failed") return "skipped"
  const payment = await service.payments.find(made.paymentId)
  if (payment?.isCaptured === true && made.processorPaymentId === payment.processorPaymentId)
    await recordRefundInMedusa(container, {
      id: refundId,
      kind: "card_refund",
      orderId,
      sessionId: payment.sessionId,
      amount: made.pence / 100,
      by: made.by?.id,
      note: cardReason(made.reason),
      chosen,
      medusaRefundId: made.medusaRefundId,
      release: () => service.refunds.release(refundId),
    })
  await service.refunds.markRecorded(refundId)
  await enqueueOrderMail(container, "refund-sent", {
    orderId,
    refundId,
    pence: made.pence,
    satoshis: null,
    address: null,
    txid: null,
    isToCard: true,
  })
  return "done"
}
