import type { MedusaContainer } from "@medusajs/framework/types"
import { BITCOIN_PAYMENT, type ActKind, type StoredInvoice } from "../../modules/bitcoin-payment"
import { enqueueOrderMail } from "../mail/enqueue-order-mail"
import { cancelUnpaidOrder } from "./cancel-unpaid-order"
import { captureOrder } from "./capture-order"

type Deed = (container: MedusaContainer, invoice: StoredInvoice) => Promise<"done" | "moot">

/** What each act of the outbox means in Medusa. Every deed may be asked twice and happens once. */
const DEEDS: Record<ActKind, Deed> = {
  capture: captureOrder,
  cancel: cancelUnpaidOrder,
  mail_seen: async (container, { orderId }) => {
    await enqueueOrderMail(container, "payment-seen", orderId)
    return "done"
  },
  mail_confirmed: async (container, { orderId }) => {
    await enqueueOrderMail(container, "payment-confirmed", orderId)
    return "done"
  },
}

/** One round of the Bitcoin house-keeping: look at the chain, then do what its news ask for. */
export async function settleBitcoinPayments(container: MedusaContainer): Promise<void> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  await bitcoin.look()
  await bitcoin.deliverActs((act, invoice) => DEEDS[act.kind](container, invoice))
}
