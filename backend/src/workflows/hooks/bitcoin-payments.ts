import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { OUTBOX } from "medusa-payments/modules/outbox"
import { bitcoinPaymentChangedWorkflow } from "medusa-payment-bitcoin/workflows"
import { enqueueOrderMail } from "../../mail/enqueue-mail"
import { forgetCancellation } from "../cancel-own-order"
import { paymentStuck } from "../outbox/topics"

/** What the shop does when a Bitcoin payment changes: it writes to buyer and staff, once for each mail's key. */
bitcoinPaymentChangedWorkflow.hooks.notify(async ({ event, data }, { container }) => {
  const orderId = data.order_id
  switch (event) {
    case "bitcoin_payment.seen":
      return enqueueOrderMail(container, "payment-seen", { orderId, invoiceId: data.invoice_id })
    case "bitcoin_payment.underpaid":
      return enqueueOrderMail(container, "payment-underpaid", { orderId, invoiceId: data.invoice_id })
    case "bitcoin_payment.expired":
      return enqueueOrderMail(container, "payment-expired", { orderId, invoiceId: data.invoice_id })
    case "bitcoin_payment.new_invoice":
      return enqueueOrderMail(container, "payment-new-invoice", { orderId, invoiceId: data.invoice_id })
    case "bitcoin_payment.confirmed":
      return enqueueOrderMail(container, "payment-confirmed", { orderId, invoiceId: data.invoice_id })
    case "bitcoin_payment.review": {
      const about = { orderId, invoiceId: data.invoice_id, incident: data.sequence }
      return enqueueOrderMail(container, "payment-review", about)
    }
    case "bitcoin_payment.case": {
      const about = { orderId, invoiceId: data.invoice_id, incident: data.sequence }
      return enqueueOrderMail(container, "payment-case", about)
    }
    case "bitcoin_payment.surplus": {
      const { invoice } = await detailsOf(container, orderId, data.invoice_id)
      // A payment that the chain undoes and takes again is no second surplus.
      const about = { orderId, invoiceId: invoice.id, incident: Number(invoice.settled) }
      return enqueueOrderMail(container, "payment-surplus", about)
    }
    case "bitcoin_payment.refund_address_asked": {
      const { owedMinor } = await detailsOf(container, orderId, data.invoice_id)
      const refundId = `${data.invoice_id}:${String(data.sequence)}`
      const question = { orderId, refundId, pence: Number(owedMinor), satoshis: null }
      return enqueueOrderMail(container, "refund-address-request", question)
    }
    case "bitcoin_payment.reinstated":
      return forgetCancellation(container, orderId)
    case "bitcoin_payment.failing": {
      const message = paymentStuck(data.message_id, { orderId, invoiceId: data.invoice_id })
      await container.resolve(OUTBOX).enqueue(message)
      return
    }
    case "bitcoin_refund.address_given":
      // A buyer whose address someone else replaced finds out by mail.
      await enqueueOrderMail(container, "refund-address-confirmation", {
        orderId,
        addressId: data.address_id,
      })
      return enqueueOrderMail(container, "refund-address-received", { orderId, addressId: data.address_id })
    case "bitcoin_refund.recorded":
      return mailRefund(container, orderId, data.refund_id)
    case "bitcoin_payment.capture":
    case "bitcoin_payment.cancel":
  }
})

async function detailsOf(container: MedusaContainer, orderId: string, invoiceId: string) {
  const all = await container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(orderId)
  const details = all.find(({ invoice }) => invoice.id === invoiceId)
  if (details !== undefined) return details
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no invoice ${invoiceId}.`)
}

async function mailRefund(container: MedusaContainer, orderId: string, refundId: string): Promise<void> {
  const found = await container.resolve(BITCOIN_PAYMENT).reviewService.refund(refundId)
  if (found === null) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no refund ${refundId}.`)
  const { amountMinor, method } = found.refund
  const sent =
    method.kind === "bitcoin"
      ? {
          ...{ satoshis: method.sats.toString(), address: method.address, txid: method.txid },
          ...{ basis: method.basis, preimage: method.lightning?.preimage ?? null },
        }
      : { satoshis: null, address: null, txid: null }
  await enqueueOrderMail(container, "refund-sent", { orderId, refundId, pence: Number(amountMinor), ...sent })
}
