import type { MedusaContainer } from "@medusajs/framework/types"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { findCardPayments } from "../../orders/payment-method"

const REASON = "The buyer cancelled the order"
const IDEMPOTENCY_KEY = "cancelled-by-buyer"

/**
 * Starts the refund of an order that its buyer cancelled: a card gets its money back, and a payment in Bitcoin is returned by staff
 * to an address that the buyer is asked for. Idempotent. The caller holds the payment's lock.
 */
export async function refundCancelledOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const cards = findCardPayments(container)
  for (const { payment, refundablePence: pence } of (await cards?.payments.detailsOfOrder(orderId)) ?? []) {
    if (!payment.isCaptured || pence <= 0) continue
    await cards?.refunds.request(payment.id, {
      pence,
      reason: "cancelled_by_buyer",
      by: null,
      idempotencyKey: IDEMPOTENCY_KEY,
    })
  }
  await askForRefundAddress(container, orderId)
}

/** On the order's page and by mail, for what was captured in Bitcoin. Idempotent. */
export async function askForRefundAddress(container: MedusaContainer, orderId: string): Promise<void> {
  const { reviewService } = container.resolve(BITCOIN_PAYMENT)
  for (const { invoice } of await reviewService.detailsOfOrder(orderId))
    // Rejected if staff asked before, or if nothing is left to refund.
    if (invoice.captured)
      await reviewService.perform(invoice.id, {
        action: "ask_refund_address",
        idempotencyKey: IDEMPOTENCY_KEY,
        by: { id: "buyer", email: "the buyer" },
        reason: REASON,
      })
}
