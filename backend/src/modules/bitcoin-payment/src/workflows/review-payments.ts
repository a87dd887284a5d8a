import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  BITCOIN_PAYMENT,
  formatMinorUnits,
  satoshis,
  STAFF_ACTIONS,
  toMinorUnits,
  worthInMinorUnits,
  type ReviewedInvoice,
  type StaffCommand,
} from "../modules/bitcoin-payment"
import { OUTBOX } from "medusa-payments/modules/outbox"
import { assertPerformed } from "./action-rejections"
import { withPaymentLocked } from "medusa-payments/workflows"
import { queryGraph } from "medusa-payments/database"
import { performOnOpenOrder } from "./reinstate-order"
import { bitcoinTopics } from "./settle"

/** An order's payments as staff read them, the newest first. Amounts of money are decimals, of bitcoin satoshis in digits. */
export async function paymentsOfOrder(container: MedusaContainer, orderId: string) {
  const all = await container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(orderId)
  return all.map(viewOf)
}

function viewOf(details: ReviewedInvoice) {
  const { invoice } = details
  const money = (amount: bigint) => formatMinorUnits(amount, invoice.currency)
  const time = (at: number) => new Date(at).toISOString()
  return {
    id: invoice.id,
    state: invoice.state,
    /** What is unusual about it: codes. */
    reasons: details.reasons,
    /** What is possible now. */
    actions: details.actions,
    /** Why its order does not wait for it any more: expired, cancelled, superseded, or null. */
    closed: invoice.closed,
    created_at: time(invoice.createdAt),
    expires_at: time(invoice.expiresAt),
    address: invoice.address,
    currency: invoice.currency,
    price: money(invoice.priceMinor),
    rate: invoice.rate,
    rate_source: invoice.rateSource,
    due_sats: invoice.due.toString(),
    received_sats: invoice.received.toString(),
    /** Still missing; "0" once enough has come. */
    missing_sats: details.missingSats.toString(),
    /** What all of it is worth at the quoted rate, confirmed or not. */
    arrived: money(worthInMinorUnits(invoice.received, invoice)),
    /** What of it has enough confirmations. */
    received: money(details.receivedMinor),
    captured: invoice.captured,
    refundable: money(details.refundableMinor),
    /** Final satoshis that were not sent back. */
    refundable_sats: details.refundableSats.toString(),
    surplus: money(details.surplusMinor),
    confirmations: invoice.confirmations,
    required_confirmations: details.required,
    outputs: details.confirmations.map(({ output, depth }) => ({
      txid: output.txid,
      vout: output.vout,
      sats: output.amount.toString(),
      status: output.status,
      confirmations: depth,
      seen_at: time(output.seenAt),
    })),
    refunds: details.refunds.map(({ id, amountMinor, method, note, by, at }) => ({
      id,
      amount: money(amountMinor),
      txid: method.kind === "bitcoin" ? method.txid : null,
      sats: method.kind === "bitcoin" ? method.sats.toString() : null,
      note,
      by: by.email,
      at: time(at),
    })),
    refund_address: details.refundAddresses.at(-1)?.address ?? null,
    is_refund_address_awaited: details.isAddressAwaited,
    audit_entries: details.auditEntries.map(({ action, reason, by, at }) => ({
      action,
      reason,
      by: by.email,
      at: time(at),
    })),
  }
}

const refundSchema = z.object({
  /** How much of the payment it returns, in its currency. */
  amount: z.number().positive(),
  /** What was sent and where; left out when money was sent back in another way. */
  bitcoin: z
    .object({
      sats: z.string().regex(/^[1-9]\d{0,15}$/),
      address: z.string().min(1).max(100),
      txid: z.string().regex(/^[0-9a-f]{64}$/i),
    })
    .optional(),
})

/** The body of an action. A key that was carried out before changes nothing. */
export const actionSchema = z
  .object({
    action: z.enum(STAFF_ACTIONS),
    idempotency_key: z.string().min(8).max(100),
    reason: z.string().max(500).nullable().default(null),
    refund: refundSchema.optional(),
  })
  .refine(
    ({ action, refund }) => (action === "record_refund") === (refund !== undefined),
    "record_refund, and no other action, needs `refund`",
  )

const userRow = z.object({ id: z.string(), email: z.string() })

/**
 * Performs what a member of staff decided about an invoice.
 * @throws MedusaError `not_found`, or `not_allowed` with a sentence for staff, such as OutOfStock; BitcoinUnavailable. Then nothing
 * has changed
 */
export async function performAction(
  container: MedusaContainer,
  invoiceId: string,
  userId: string,
  request: z.output<typeof actionSchema>,
): Promise<void> {
  const { settlement, reviewService, orderPolls } = container.resolve(BITCOIN_PAYMENT)
  const invoice = await settlement.invoice(invoiceId)
  const [by] = await queryGraph(container, userRow, {
    entity: "user",
    fields: ["id", "email"],
    filters: { id: userId },
  })
  if (invoice === null || by === undefined)
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such Bitcoin payment.")
  const common = { idempotencyKey: request.idempotency_key, reason: request.reason, by }
  const command: StaffCommand =
    request.action === "record_refund"
      ? { ...common, action: request.action, refund: refundOf(request, invoice.currency) }
      : { ...common, action: request.action }
  // A buyer who has paid late would be asked for the full amount once more.
  if (command.action === "renew_quote") await orderPolls.now(invoice.orderId)
  await withPaymentLocked(container, invoice.orderId, async () => {
    if (NEED_OPEN_ORDER.has(command.action)) await performOnOpenOrder(container, invoice, command)
    else assertPerformed(await reviewService.perform(invoiceId, command))
  })
  // Staff see the capture or the refund at once; the job retries what fails.
  await container.resolve(OUTBOX).processOrder(bitcoinTopics(container), invoice.orderId, EFFECTS_TIMEOUT_MS)
}

const EFFECTS_TIMEOUT_MS = 5000

/** Actions after which the order is captured or waits for its payment again. */
const NEED_OPEN_ORDER: ReadonlySet<string> = new Set(["accept", "settle_by_hand", "renew_quote"])

function refundOf({ refund, reason }: z.output<typeof actionSchema>, currency: string) {
  if (refund === undefined)
    throw new MedusaError(MedusaError.Types.INVALID_DATA, "A refund needs its amount.")
  const { amount, bitcoin } = refund
  return {
    amountMinor: toMinorUnits(amount, currency),
    note: reason,
    method:
      bitcoin === undefined
        ? ({ kind: "money" } as const)
        : ({
            kind: "bitcoin",
            sats: satoshis(BigInt(bitcoin.sats)),
            address: bitcoin.address,
            txid: bitcoin.txid.toLowerCase(),
          } as const),
  }
}
