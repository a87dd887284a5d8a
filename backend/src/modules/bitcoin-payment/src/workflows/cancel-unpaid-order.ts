import type { MedusaContainer } from "@medusajs/framework/types"
import type { Outcome } from "medusa-payments/modules/outbox"
import { cancelUnpaidOrderWorkflow, stateOfUnpaidOrder } from "medusa-payments/workflows"
import { BITCOIN_PAYMENT, type StoredInvoice } from "../modules/bitcoin-payment"

/**
 * Cancels an order that is not paid in full when its reservation ends, and releases its stock. Skipped when the full amount
 * arrived first, or when another invoice paid the order; postponed while money keeps it reserved, or while the chain was not
 * polled since. Money that came in part or late stays with staff, who can reinstate the order. The caller holds the
 * payment's lock. The outbox retries a failed cancellation, and a closed invoice stays closed.
 */
export async function cancelUnpaidOrder(
  container: MedusaContainer,
  { orderId }: StoredInvoice,
): Promise<Outcome> {
  const { settlement } = container.resolve(BITCOIN_PAYMENT)
  const end = await settlement.endByClock(orderId)
  if (end.kind === "kept") return "skipped"
  if (end.kind === "later") return { notBefore: end.notBefore }
  const state = await stateOfUnpaidOrder(container, orderId)
  if (state === "captured") return "skipped"
  // Closed before the order is cancelled: subscribers of the cancellation read why.
  await settlement.markClosed(end.invoiceId, "expired")
  if (state === "open") await cancelUnpaidOrderWorkflow(container).run({ input: { orderId } })
  return "done"
}
