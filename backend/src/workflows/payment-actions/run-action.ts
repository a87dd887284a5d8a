import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { PaymentAction } from "@shop/contracts/staff-payments"
import {
  BITCOIN_PAYMENT,
  satoshis,
  type StaffCommand,
  type StoredInvoice,
} from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { OUTBOX } from "medusa-payments/modules/outbox"
import { outboxTopics } from "../outbox/topics"
import { forgetCancellation } from "../cancel-own-order"
import { assertPerformed, performOnOpenOrder } from "medusa-payment-bitcoin/workflows"
import { withPaymentLocked } from "medusa-payments/workflows"

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
  const invoice = await bitcoin.settlement.invoice(invoiceId)
  if (invoice === null)
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such Bitcoin invoice.")
  const { orderId } = invoice
  if (action.action === "request_poll") {
    await bitcoin.orderPolls.now(orderId)
    return orderId
  }
  const command = toCommand(action, by)
  if (command.action === "renew_quote") await bitcoin.orderPolls.now(orderId)
  await withPaymentLocked(container, orderId, () => perform(container, invoice, command))
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
  invoice: StoredInvoice,
  command: StaffCommand,
): Promise<void> {
  const { reviewService } = container.resolve(BITCOIN_PAYMENT)
  switch (command.action) {
    case "accept":
    case "settle_by_hand":
    case "renew_quote":
      return performOnOpenOrder(container, invoice, command, forgetCancellation)
    case "ask_refund_address":
    case "record_refund":
    case "keep_surplus":
    case "explain_earlier_money":
      assertPerformed(await reviewService.perform(invoice.id, command))
  }
}
