import type { MedusaContainer } from "@medusajs/framework/types"
import { BITCOIN_PAYMENT, type ActKind, type StoredInvoice } from "../../modules/bitcoin-payment"
import { enqueueOrderMail, enqueueStaffOrderMail } from "../mail/enqueue-order-mail"
import type { OrderMailName } from "../mail/shop-mail"
import { cancelUnpaidOrder } from "./cancel-unpaid-order"
import { captureOrder } from "./capture-order"

type Deed = (container: MedusaContainer, invoice: StoredInvoice) => Promise<"done" | "moot">

/**
 * Tells the buyer; the mail has its own outbox, under a key that makes it one for each quote: a second quote that runs
 * out, or is paid short, is news again.
 */
const mail =
  (template: OrderMailName): Deed =>
  async (container, { orderId, id: invoiceId }) => {
    await enqueueOrderMail(container, template, { orderId, invoiceId })
    return "done"
  }

/** What each act of the outbox means in Medusa. Every deed may be asked twice and happens once. */
const DEEDS: Record<ActKind, Deed> = {
  capture: captureOrder,
  cancel: cancelUnpaidOrder,
  mail_seen: mail("payment-seen"),
  mail_confirmed: async (container, { orderId, captured }) => {
    // The capture before it may have met an order that was closed: then nobody is told that it is paid.
    if (!captured) return "moot"
    // An order is paid once, by whichever quote.
    await enqueueOrderMail(container, "payment-confirmed", { orderId })
    return "done"
  },
  mail_underpaid: mail("payment-underpaid"),
  mail_expired: mail("payment-expired"),
  mail_review: mail("payment-review"),
  mail_case: async (container, { orderId, id: invoiceId }) => {
    await enqueueStaffOrderMail(container, "payment-case", { orderId, invoiceId })
    return "done"
  },
}

/** One round of the Bitcoin house-keeping: look at the chain, then do what its news ask for. */
export async function settleBitcoinPayments(container: MedusaContainer): Promise<void> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  await bitcoin.look()
  await bitcoin.deliverActs(
    (act, invoice) => DEEDS[act.kind](container, invoice),
    (_act, { orderId, id: invoiceId }) =>
      enqueueStaffOrderMail(container, "payment-stuck", { orderId, invoiceId }),
  )
}
