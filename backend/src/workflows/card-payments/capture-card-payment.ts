import type { MedusaContainer } from "@medusajs/framework/types"
import type { CardPaymentService, StoredPayment } from "../../modules/card-payment"
import { captureSession, readCaptureState } from "medusa-payments/workflows"

/**
 * Captures a payment that the processor has taken, once, at the order's price. A payment of a cancelled order, or of
 * one that was paid otherwise, is never captured: its money is returned, or staff decide. The caller holds the payment's lock.
 */
export async function captureCardPayment(
  container: MedusaContainer,
  service: CardPaymentService,
  payment: StoredPayment,
): Promise<"done" | "skipped"> {
  if (payment.isCaptured) return "skipped"
  const state = await readCaptureState(container, payment)
  // The process may have died between Medusa's capture and ours.
  const isInBooks = state.captureId !== null
  const isOver = payment.closed !== null || state.status === "canceled" || state.isPaidOtherwise
  if (!isInBooks && (payment.state !== "paid" || isOver)) {
    if (payment.state === "paid") await service.rejectPaid(payment.id)
    return "skipped"
  }
  await captureSession(container, payment, payment.pence / 100, state)
  await service.markCaptured(payment.id)
  return "done"
}
