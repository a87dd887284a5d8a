import type { MedusaContainer } from "@medusajs/framework/types"
import { BITCOIN_PAYMENT, type EffectKind, type StoredInvoice } from "../../modules/bitcoin-payment"
import { enqueueOrderMail, enqueueStaffOrderMail } from "../../mail/enqueue-mail"
import type { OrderMailName } from "../../mail/requests"
import { notifyRefundAddresses } from "../../payment-review/refund-addresses"
import { cancelUnpaidOrder } from "../cancel-unpaid-order"
import { captureOrder } from "../capture-bitcoin-payment"
import { recordRefunds } from "../record-refund"
import { withPaymentLocked } from "./order-changes"

type OutboxHandler = (container: MedusaContainer, invoice: StoredInvoice) => Promise<"done" | "skipped">

/**
 * Tells the buyer; the mail has its own outbox, under a key that makes it one for each quote: a second quote that runs
 * out, or is paid short, is news again.
 */
const mail =
  (template: OrderMailName): OutboxHandler =>
  async (container, { orderId, id: invoiceId }) => {
    await enqueueOrderMail(container, template, { orderId, invoiceId })
    return "done"
  }

/** Kept apart from staff who settle the same order now; what they decided before is what counts. */
function withOrderLocked(handler: OutboxHandler): OutboxHandler {
  return (container, { id, orderId }) =>
    withPaymentLocked(container, orderId, async () => {
      const invoice = await container.resolve(BITCOIN_PAYMENT).invoice(id)
      return invoice === null ? "skipped" : handler(container, invoice)
    })
}

/** What each message of the outbox means in Medusa. Every handler may run twice and takes effect once. */
const HANDLERS: Record<EffectKind, OutboxHandler> = {
  capture: withOrderLocked(captureOrder),
  cancel: withOrderLocked(cancelUnpaidOrder),
  mail_seen: mail("payment-seen"),
  mail_confirmed: async (container, { orderId, captured }) => {
    // The capture before it may have met an order that was closed: then nobody is told that it is paid.
    if (!captured) return "skipped"
    // An order is paid once, by whichever quote.
    await enqueueOrderMail(container, "payment-confirmed", { orderId })
    return "done"
  },
  mail_underpaid: mail("payment-underpaid"),
  mail_expired: mail("payment-expired"),
  mail_new_invoice: mail("payment-new-invoice"),
  mail_review: mail("payment-review"),
  mail_case: async (container, { orderId, id: invoiceId }) => {
    await enqueueStaffOrderMail(container, "payment-case", { orderId, invoiceId })
    return "done"
  },
}

/** One round of the Bitcoin house-keeping: look at the chain, then do what follows. */
export async function settleBitcoinPayments(container: MedusaContainer): Promise<void> {
  await container.resolve(BITCOIN_PAYMENT).poll()
  await processOutbox(container)
}

/**
 * Carries out the effects of chain events and staff actions. Any process may do so at any time.
 * @param onlyOrderId limits the round to one order: a staff request must not work off the whole shop's queue
 */
export async function processOutbox(container: MedusaContainer, onlyOrderId?: string): Promise<void> {
  await container.resolve(BITCOIN_PAYMENT).processOutbox(
    (message, invoice) => HANDLERS[message.kind](container, invoice),
    (_message, { orderId, id: invoiceId }) =>
      enqueueStaffOrderMail(container, "payment-stuck", { orderId, invoiceId }),
    onlyOrderId,
  )
  await recordRefunds(container, onlyOrderId)
  if (onlyOrderId === undefined) await notifyRefundAddresses(container)
}
