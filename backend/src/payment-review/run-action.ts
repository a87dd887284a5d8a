import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { PaymentAction } from "@shop/contracts/staff-payments"
import {
  BITCOIN_PAYMENT,
  BitcoinUnavailable,
  satoshis,
  type StaffCommand,
} from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { OUTBOX } from "medusa-payment-bitcoin/modules/outbox"
import { enqueueRefundAddressRequest } from "../mail/enqueue-mail"
import { outboxTopics } from "../outbox/topics"
import { reinstateAndPerform } from "../workflows/reinstate-order"
import { assertPerformed, rejected, withPaymentLocked } from "medusa-payment-bitcoin/workflows"

/**
 * Runs a staff action on an invoice, once for each idempotency key. Then waits for the first attempt at its effects, so that
 * the caller sees the capture or refund; the worker retries what fails.
 * @returns the order's id
 * @throws MedusaError `not_allowed` with a sentence for staff, or BitcoinUnavailable while the chain source does not answer; and
 * then nothing has changed
 */
export async function runPaymentAction(
  container: MedusaContainer,
  invoiceId: string,
  action: PaymentAction,
  by: StaffCommand["by"],
): Promise<string> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  const orderId = await orderOf(container, invoiceId)
  if (action.action === "request_poll") {
    await bitcoin.orderPolls.now(orderId)
    return orderId
  }
  const command = toCommand(action, by)
  if (command.action === "renew_quote") await bitcoin.orderPolls.now(orderId)
  await withPaymentLocked(container, orderId, () => perform(container, orderId, invoiceId, command))
  await container.resolve(OUTBOX).processOrder(outboxTopics(container), orderId, EFFECTS_TIMEOUT_MS)
  return orderId
}

/** How long staff wait for the effects of an action. */
const EFFECTS_TIMEOUT_MS = 5000

function toCommand(
  action: Exclude<PaymentAction, { action: "request_poll" }>,
  by: StaffCommand["by"],
): StaffCommand {
  const { idempotencyKey } = action
  if (action.action !== "record_refund") {
    const reason = "reason" in action ? (action.reason ?? null) : null
    return { action: action.action, idempotencyKey, by, reason }
  }
  const { refund } = action
  const method =
    refund.method === "bitcoin"
      ? ({
          kind: "bitcoin",
          sats: satoshis(BigInt(refund.sats)),
          address: refund.address,
          txid: refund.txid,
        } as const)
      : ({ kind: "money" } as const)
  const note = refund.note ?? null
  return {
    action: "record_refund",
    idempotencyKey,
    by,
    reason: note,
    refund: { method, amountMinor: BigInt(refund.pence), note },
  }
}

async function perform(
  container: MedusaContainer,
  orderId: string,
  invoiceId: string,
  command: StaffCommand,
): Promise<void> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  const { reviewService } = bitcoin
  switch (command.action) {
    case "accept":
    case "settle_by_hand":
    case "renew_quote": {
      // A repeated or rejected action must not touch the stock.
      const preview = await reviewService.previewAction(orderId, invoiceId, command)
      if (preview === "done") return
      if (preview !== "allowed") throw rejected(preview)
      if (command.action === "renew_quote") await assertQuotable(container, invoiceId)
      return reinstateAndPerform(container, orderId, invoiceId, command)
    }
    case "ask_refund_address":
      assertPerformed(await reviewService.perform(invoiceId, command))
      return askForAddress(container, orderId, invoiceId, command.idempotencyKey)
    case "record_refund":
    case "keep_surplus":
    case "explain_earlier_money":
      assertPerformed(await reviewService.perform(invoiceId, command))
  }
}

async function assertQuotable(container: MedusaContainer, invoiceId: string): Promise<void> {
  const { quotes, settlement } = container.resolve(BITCOIN_PAYMENT)
  const invoice = await settlement.invoice(invoiceId)
  if (invoice === null) return
  try {
    await quotes.ensureReady(invoice)
  } catch (error) {
    if (!(error instanceof BitcoinUnavailable)) throw error
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `No invoice can be created now: ${error.message}`)
  }
}

/** Mails the buyer, once each time that staff ask. */
async function askForAddress(
  container: MedusaContainer,
  orderId: string,
  invoiceId: string,
  question: string,
): Promise<void> {
  const all = await container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(orderId)
  const details = all.find(({ invoice }) => invoice.id === invoiceId)
  if (details === undefined) return
  const pence = Number(details.owedMinor)
  const refundId = `${invoiceId}:${question}`
  await enqueueRefundAddressRequest(container, { orderId, refundId, pence, satoshis: null })
}

async function orderOf(container: MedusaContainer, invoiceId: string): Promise<string> {
  const [invoice] = await container.resolve(BITCOIN_PAYMENT).listBitcoinInvoices({ id: invoiceId })
  if (!invoice) throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such Bitcoin invoice.")
  return z.object({ order_id: z.string() }).parse(invoice).order_id
}
