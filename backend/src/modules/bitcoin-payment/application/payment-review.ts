import { effectsFor } from "../domain/effects"
import { evaluate } from "../domain/evaluate"
import type { Policy } from "../domain/invoice"
import {
  medusaRefundPence,
  receivedPence,
  refundablePence,
  surplusPence,
  type InvoiceBalance,
} from "../domain/money-back"
import { sumSatoshis, ZERO } from "../domain/satoshis"
import { settledSatoshis } from "../domain/settled"
import {
  rejectionOf,
  type StaffAction,
  type StaffRejection,
  type ActionContext,
} from "../domain/staff-actions"
import type {
  InvoiceChange,
  PaymentReview,
  InvoiceDetails,
  ReviewTransaction,
  RefundToRecord,
  StaffCommand,
} from "../ports/payment-review"

/** Why a decision was not taken. */
export type ActionRejection = StaffRejection | "no_invoice" | "exceeds_received" | "already_recorded"

export type Decision = { readonly ok: true } | { readonly ok: false; readonly reason: ActionRejection }

const DONE: Decision = { ok: true }

export interface PaymentReviewParts {
  readonly review: PaymentReview
  readonly policy: Policy
}

/** What an invoice's money comes to, for refunds. */
export function balanceOf(
  { invoice, outputs, refunds, tip }: InvoiceDetails,
  policy: Policy,
): InvoiceBalance {
  return {
    invoice,
    rate: invoice.rate,
    settled: settledSatoshis(invoice, outputs, tip?.height ?? 0, policy),
    refundedPence: refunds.reduce((sum, { pence }) => sum + pence, 0n),
  }
}

/** What decides which actions are allowed. */
export function actionContextOf(file: InvoiceDetails, policy: Policy): ActionContext {
  const { invoice, auditEntries } = file
  const balance = balanceOf(file, policy)
  const kept = auditEntries.some(({ action }) => action === "keep_surplus")
  return {
    state: invoice.state,
    captured: invoice.captured,
    accepted: invoice.accepted,
    received: invoice.received,
    settled: balance.settled,
    isNewest: file.isNewest,
    isPaidByAnother: file.isPaidByAnother,
    refundablePence: refundablePence(balance),
    surplusPence: kept ? 0n : surplusPence(balance),
    isAddressRequested: auditEntries.some(({ action }) => action === "ask_refund_address"),
  }
}

/** What a decision would meet, for asking before anything else is moved: `done` when this very press was carried out before. */
export function previewAction(
  file: InvoiceDetails,
  policy: Policy,
  action: StaffAction,
  { idempotencyKey }: StaffCommand,
): "done" | "allowed" | ActionRejection {
  if (wasDone(file, keyOf(action, file.invoice.id, idempotencyKey))) return "done"
  return rejectionOf(action, actionContextOf(file, policy)) ?? "allowed"
}

/** Staff take a late or a short payment as it is: it is confirmed now, and captured like any other. */
export async function acceptPayment(
  parts: PaymentReviewParts,
  invoiceId: string,
  order: StaffCommand,
): Promise<Decision> {
  return decide(parts, "accept", invoiceId, order, async (file, tx) => {
    const { due, received } = file.invoice
    const accepted = received < due ? received : due
    await reevaluate(parts, file, tx, { accepted, closed: null }, order, "accepted")
  })
}

/** Staff's word stands for the chain's: the order counts as paid in full. */
export async function settleByHand(
  parts: PaymentReviewParts,
  invoiceId: string,
  order: StaffCommand,
): Promise<Decision> {
  return decide(parts, "settle_by_hand", invoiceId, order, async (file, tx) => {
    await reevaluate(parts, file, tx, { accepted: "by_hand", closed: null }, order, "settled by hand")
  })
}

/** @param openNext opens the order's next invoice */
export async function renewQuote(
  parts: PaymentReviewParts,
  invoiceId: string,
  order: StaffCommand,
  openNext: (file: InvoiceDetails, tx: ReviewTransaction) => Promise<void>,
): Promise<Decision> {
  return decide(parts, "renew_quote", invoiceId, order, openNext)
}

/** Notes that the buyer is asked where their money should go; asking is the caller's. */
export async function askRefundAddress(
  parts: PaymentReviewParts,
  invoiceId: string,
  order: StaffCommand,
): Promise<Decision> {
  return decide(parts, "ask_refund_address", invoiceId, order, () => Promise.resolve())
}

/** What came beyond the price stays with the shop, for a reason that is noted. */
export async function keepSurplus(
  parts: PaymentReviewParts,
  invoiceId: string,
  order: StaffCommand,
): Promise<Decision> {
  return decide(parts, "keep_surplus", invoiceId, order, () => Promise.resolve())
}

/**
 * Records money that staff gave back. Never more than came, neither in pounds nor in satoshis; a transaction once. When
 * it was the last of it the invoice is `refunded`.
 */
export async function recordRefund(
  parts: PaymentReviewParts,
  invoiceId: string,
  order: StaffCommand,
  refund: RefundToRecord,
): Promise<Decision> {
  const why = (file: InvoiceDetails) => refundRejection(file, parts.policy, refund)
  return decide(parts, "record_refund", invoiceId, order, write, detailOf(refund), why)

  async function write(file: InvoiceDetails, tx: ReviewTransaction): Promise<void> {
    const before = balanceOf(file, parts.policy)
    const after = { ...before, refundedPence: before.refundedPence + refund.pence }
    const booked = file.refunds.reduce((sum, { medusaPence }) => sum + medusaPence, 0n)
    const due = medusaRefundPence(after) - booked
    await tx.addRefund({ ...refund, by: order.by, medusaPence: due > 0n ? due : 0n })
    if (after.refundedPence < receivedPence(after)) return
    await reevaluate(parts, file, tx, { returned: before.settled }, order, "given back")
  }
}

function refundRejection(
  file: InvoiceDetails,
  policy: Policy,
  { pence, method }: RefundToRecord,
): ActionRejection | null {
  if (pence > refundablePence(balanceOf(file, policy))) return "exceeds_received"
  if (method.kind === "pounds") return null
  const roads = file.refunds.map((refund) => refund.method)
  const sent = roads.map((other) => (other.kind === "bitcoin" ? other.sats : ZERO))
  if (sumSatoshis([...sent, method.sats]) > file.invoice.received) return "exceeds_received"
  return roads.some((other) => other.kind === "bitcoin" && other.txid === method.txid)
    ? "already_recorded"
    : null
}

function detailOf({ pence, method }: RefundToRecord): Record<string, string> {
  const told = { method: method.kind, pence: pence.toString() }
  if (method.kind === "pounds") return told
  return { ...told, sats: method.sats.toString(), address: method.address, txid: method.txid }
}

const keyOf = (action: StaffAction, invoiceId: string, key: string) => `${action}:${invoiceId}:${key}`
const wasDone = ({ auditEntries }: InvoiceDetails, key: string) =>
  auditEntries.some((entry) => entry.idempotencyKey === key)

/** A press that arrives again is answered like the first; one that the rules refuse leaves no trace. */
async function decide(
  { review, policy }: PaymentReviewParts,
  action: StaffAction,
  invoiceId: string,
  order: StaffCommand,
  work: (file: InvoiceDetails, tx: ReviewTransaction) => Promise<void>,
  detail: Readonly<Record<string, string>> = {},
  alsoRejected: (file: InvoiceDetails) => ActionRejection | null = () => null,
): Promise<Decision> {
  const decision = await review.withInvoiceLocked(invoiceId, async (file, tx): Promise<Decision> => {
    const idempotencyKey = keyOf(action, invoiceId, order.idempotencyKey)
    if (wasDone(file, idempotencyKey)) return DONE
    const reason = rejectionOf(action, actionContextOf(file, policy)) ?? alsoRejected(file)
    if (reason !== null) return { ok: false, reason }
    const { state, received } = file.invoice
    const figures = { state, received: received.toString(), ...detail }
    await tx.addAuditEntry({ action, idempotencyKey, by: order.by, reason: order.reason, detail: figures })
    await work(file, tx)
    return DONE
  })
  return decision ?? { ok: false, reason: "no_invoice" }
}

/** The facts are what staff say now: what do they mean? */
async function reevaluate(
  { policy }: PaymentReviewParts,
  { invoice, outputs, tip }: InvoiceDetails,
  tx: ReviewTransaction,
  change: InvoiceChange,
  { by }: StaffCommand,
  what: string,
): Promise<void> {
  const changed = { ...invoice, ...change }
  const view = { height: tip?.height ?? 0, observedAt: invoice.lastPollAt }
  const verdict = evaluate(changed, outputs, view, policy)
  await tx.change(change, verdict, effectsFor(changed, verdict.state, policy), by, `${what} by ${by.email}`)
}
