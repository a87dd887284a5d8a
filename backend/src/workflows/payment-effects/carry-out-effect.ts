import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import {
  BITCOIN_PAYMENT,
  EFFECT_KINDS,
  type EffectKind,
  type StoredInvoice,
} from "medusa-payment-bitcoin/modules/bitcoin-payment"
import type { Outcome } from "medusa-payments/modules/outbox"
import { enqueueOrderMail } from "../../mail/enqueue-mail"
import type { MailName } from "../../mail/registry"
import { cancelUnpaidOrder, captureBitcoinPayment } from "medusa-payment-bitcoin/workflows"
import { withPaymentLocked } from "medusa-payments/workflows"

export const effectSchema = z.object({
  orderId: z.string(),
  invoiceId: z.string(),
  kind: z.enum(EFFECT_KINDS),
  /** The transition that asked for the effect. */
  sequence: z.number().int(),
})

type OutboxHandler = (
  container: MedusaContainer,
  invoice: StoredInvoice,
  sequence: number,
) => Promise<Outcome>

/** Mails the buyer, once for each quote. */
const mail =
  (template: Extract<MailName, `payment-${string}`>): OutboxHandler =>
  async (container, { orderId, id: invoiceId }) => {
    await enqueueOrderMail(container, template, { orderId, invoiceId })
    return "done"
  }

/** Excludes staff who settle the same order now, and reads what they decided before. */
function withOrderLocked(
  handler: (container: MedusaContainer, invoice: StoredInvoice) => Promise<Outcome>,
): OutboxHandler {
  return (container, { id, orderId }) =>
    withPaymentLocked(container, orderId, async () => {
      const invoice = await container.resolve(BITCOIN_PAYMENT).settlement.invoice(id)
      return invoice === null ? "skipped" : handler(container, invoice)
    })
}

/** What each effect means in Medusa. Every handler may run twice and takes effect once. */
const HANDLERS: Record<EffectKind, OutboxHandler> = {
  capture: withOrderLocked(captureBitcoinPayment),
  cancel: withOrderLocked(cancelUnpaidOrder),
  mail_seen: mail("payment-seen"),
  mail_confirmed: async (container, { orderId, captured }) => {
    // The order may have been cancelled before the capture.
    if (!captured) return "skipped"
    // An order is paid once, by whichever quote.
    await enqueueOrderMail(container, "payment-confirmed", { orderId })
    return "done"
  },
  mail_underpaid: mail("payment-underpaid"),
  mail_expired: mail("payment-expired"),
  mail_new_invoice: mail("payment-new-invoice"),
  // The lock: a buyer who cancels gives the address right after the question.
  mail_refund_address_asked: (container, { id, orderId }, question) =>
    withPaymentLocked(container, orderId, async () => {
      const all = await container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(orderId)
      const details = all.find(({ invoice }) => invoice.id === id)
      if (details === undefined || !details.isAddressAwaited || details.isAddressGiven) return "skipped"
      await enqueueOrderMail(container, "refund-address-request", {
        ...{ orderId, refundId: `${id}:${String(question)}` },
        ...{ pence: Number(details.owedMinor), satoshis: null },
      })
      return "done"
    }),
  mail_review: async (container, { orderId, id: invoiceId }, incident) => {
    await enqueueOrderMail(container, "payment-review", { orderId, invoiceId, incident })
    return "done"
  },
  mail_case: async (container, { orderId, id: invoiceId }, incident) => {
    await enqueueOrderMail(container, "payment-case", { orderId, invoiceId, incident })
    return "done"
  },
  mail_surplus: async (container, { captured, surplusMinor, settled, ...invoice }) => {
    // Without a capture its money is a case.
    if (!captured || surplusMinor === 0n) return "skipped"
    await enqueueOrderMail(container, "payment-surplus", {
      orderId: invoice.orderId,
      invoiceId: invoice.id,
      // A payment that the chain undoes and takes again is no second surplus.
      incident: Number(settled),
    })
    return "done"
  },
}

/** Carries out one effect of a payment in Medusa. */
export async function carryOutEffect(
  container: MedusaContainer,
  { invoiceId, kind, sequence }: z.output<typeof effectSchema>,
): Promise<Outcome> {
  const invoice = await container.resolve(BITCOIN_PAYMENT).settlement.invoice(invoiceId)
  return invoice === null ? "skipped" : HANDLERS[kind](container, invoice, sequence)
}
