import type { MedusaContainer } from "@medusajs/framework/types"
import { BITCOIN_PAYMENT, type ActKind, type StoredInvoice } from "../../modules/bitcoin-payment"
import { enqueueOrderMail, enqueueStaffOrderMail } from "../mail/enqueue-order-mail"
import type { OrderMailName } from "../mail/shop-mail"
import { bookRefunds } from "../bitcoin-desk/book-refunds"
import { tellOfRefundAddresses } from "../bitcoin-desk/refund-address-mails"
import { underOrderLock } from "../bitcoin-desk/under-order-lock"
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

/** Kept apart from staff who settle the same order now; what they decided before is what counts. */
function settling(deed: Deed): Deed {
  return (container, { id, orderId }) =>
    underOrderLock(container, orderId, async () => {
      const invoice = await container.resolve(BITCOIN_PAYMENT).invoice(id)
      return invoice === null ? "moot" : deed(container, invoice)
    })
}

/** What each act of the outbox means in Medusa. Every deed may be asked twice and happens once. */
const DEEDS: Record<ActKind, Deed> = {
  capture: settling(captureOrder),
  cancel: settling(cancelUnpaidOrder),
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
  mail_new_invoice: mail("payment-new-invoice"),
  mail_review: mail("payment-review"),
  mail_case: async (container, { orderId, id: invoiceId }) => {
    await enqueueStaffOrderMail(container, "payment-case", { orderId, invoiceId })
    return "done"
  },
}

/** One round of the Bitcoin house-keeping: look at the chain, then do what follows. */
export async function settleBitcoinPayments(container: MedusaContainer): Promise<void> {
  await container.resolve(BITCOIN_PAYMENT).look()
  await followUp(container)
}

/** Does what the chain's news, and staff's decisions, ask for in the world outside; any process may, at any time. */
export async function followUp(container: MedusaContainer): Promise<void> {
  await container.resolve(BITCOIN_PAYMENT).deliverActs(
    (act, invoice) => DEEDS[act.kind](container, invoice),
    (_act, { orderId, id: invoiceId }) =>
      enqueueStaffOrderMail(container, "payment-stuck", { orderId, invoiceId }),
  )
  await bookRefunds(container)
  await tellOfRefundAddresses(container)
}
