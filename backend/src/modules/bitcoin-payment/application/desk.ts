import { effectsFor } from "../domain/effects"
import { evaluate } from "../domain/evaluate"
import type { Policy } from "../domain/invoice"
import {
  bookedRefundPence,
  receivedPence,
  refundablePence,
  surplusPence,
  type Takings,
} from "../domain/money-back"
import { sumSatoshis, ZERO } from "../domain/satoshis"
import { settledSatoshis } from "../domain/settled"
import { refusalOf, type StaffAction, type StaffRefusal, type Standing } from "../domain/staff-actions"
import type { Change, Desk, InvoiceFile, Pen, RefundToRecord, StaffOrder } from "../ports/desk"

/** Why a decision was not taken. */
export type DeskRefusal = StaffRefusal | "no_invoice" | "more_than_came" | "recorded_already"

export type Decision = { readonly ok: true } | { readonly ok: false; readonly because: DeskRefusal }

const DONE: Decision = { ok: true }

export interface DeskParts {
  readonly desk: Desk
  readonly policy: Policy
}

/** What an invoice's money comes to, for refunds. */
export function takingsOf({ invoice, outputs, refunds, tip }: InvoiceFile, policy: Policy): Takings {
  return {
    invoice,
    rate: invoice.rate,
    settled: settledSatoshis(invoice, outputs, tip?.height ?? 0, policy),
    refundedPence: refunds.reduce((sum, { pence }) => sum + pence, 0n),
  }
}

/** What decides which actions are allowed. */
export function standingOf(file: InvoiceFile, policy: Policy): Standing {
  const { invoice, deeds } = file
  const takings = takingsOf(file, policy)
  const kept = deeds.some(({ action }) => action === "keep_surplus")
  return {
    state: invoice.state,
    captured: invoice.captured,
    accepted: invoice.accepted,
    received: invoice.received,
    settled: takings.settled,
    isNewest: file.isNewest,
    isPaidByAnother: file.isPaidByAnother,
    refundablePence: refundablePence(takings),
    surplusPence: kept ? 0n : surplusPence(takings),
    wasAskedForAddress: deeds.some(({ action }) => action === "ask_refund_address"),
  }
}

/** What a decision would meet, for asking before anything else is moved: `done` when this very press was carried out before. */
export function foresee(
  file: InvoiceFile,
  policy: Policy,
  action: StaffAction,
  { key }: StaffOrder,
): "done" | "allowed" | DeskRefusal {
  if (wasDone(file, keyOf(action, file.invoice.id, key))) return "done"
  return refusalOf(action, standingOf(file, policy)) ?? "allowed"
}

/** Staff take a late or a short payment as it is: it is confirmed now, and captured like any other. */
export async function acceptPayment(
  parts: DeskParts,
  invoiceId: string,
  order: StaffOrder,
): Promise<Decision> {
  return decide(parts, "accept", invoiceId, order, async (file, pen) => {
    const { due, received } = file.invoice
    const accepted = received < due ? received : due
    await rejudge(parts, file, pen, { accepted, closed: null }, order, "accepted")
  })
}

/** Staff's word stands for the chain's: the order counts as paid in full. */
export async function settleByHand(
  parts: DeskParts,
  invoiceId: string,
  order: StaffOrder,
): Promise<Decision> {
  return decide(parts, "settle_by_hand", invoiceId, order, async (file, pen) => {
    await rejudge(parts, file, pen, { accepted: "by_hand", closed: null }, order, "settled by hand")
  })
}

/** @param openNext opens the order's next invoice */
export async function quoteAnew(
  parts: DeskParts,
  invoiceId: string,
  order: StaffOrder,
  openNext: (file: InvoiceFile, pen: Pen) => Promise<void>,
): Promise<Decision> {
  return decide(parts, "new_quote", invoiceId, order, openNext)
}

/** Notes that the buyer is asked where their money should go; asking is the caller's. */
export async function askRefundAddress(
  parts: DeskParts,
  invoiceId: string,
  order: StaffOrder,
): Promise<Decision> {
  return decide(parts, "ask_refund_address", invoiceId, order, () => Promise.resolve())
}

/** What came beyond the price stays with the shop, for a reason that is noted. */
export async function keepSurplus(parts: DeskParts, invoiceId: string, order: StaffOrder): Promise<Decision> {
  return decide(parts, "keep_surplus", invoiceId, order, () => Promise.resolve())
}

/**
 * Records money that staff gave back. Never more than came, neither in pounds nor in satoshis; a transaction once. When
 * it was the last of it the invoice is `refunded`.
 */
export async function recordRefund(
  parts: DeskParts,
  invoiceId: string,
  order: StaffOrder,
  refund: RefundToRecord,
): Promise<Decision> {
  const why = (file: InvoiceFile) => refundRefusal(file, parts.policy, refund)
  return decide(parts, "record_refund", invoiceId, order, write, detailOf(refund), why)

  async function write(file: InvoiceFile, pen: Pen): Promise<void> {
    const before = takingsOf(file, parts.policy)
    const after = { ...before, refundedPence: before.refundedPence + refund.pence }
    const booked = file.refunds.reduce((sum, { bookPence }) => sum + bookPence, 0n)
    const due = bookedRefundPence(after) - booked
    await pen.addRefund({ ...refund, by: order.by, bookPence: due > 0n ? due : 0n })
    if (after.refundedPence < receivedPence(after)) return
    await rejudge(parts, file, pen, { returned: before.settled }, order, "given back")
  }
}

function refundRefusal(
  file: InvoiceFile,
  policy: Policy,
  { pence, road }: RefundToRecord,
): DeskRefusal | null {
  if (pence > refundablePence(takingsOf(file, policy))) return "more_than_came"
  if (road.how === "pounds") return null
  const roads = file.refunds.map((refund) => refund.road)
  const sent = roads.map((other) => (other.how === "bitcoin" ? other.sats : ZERO))
  if (sumSatoshis([...sent, road.sats]) > file.invoice.received) return "more_than_came"
  return roads.some((other) => other.how === "bitcoin" && other.txid === road.txid)
    ? "recorded_already"
    : null
}

function detailOf({ pence, road }: RefundToRecord): Record<string, string> {
  const told = { how: road.how, pence: pence.toString() }
  if (road.how === "pounds") return told
  return { ...told, sats: road.sats.toString(), address: road.address, txid: road.txid }
}

const keyOf = (action: StaffAction, invoiceId: string, key: string) => `${action}:${invoiceId}:${key}`
const wasDone = ({ deeds }: InvoiceFile, key: string) => deeds.some((deed) => deed.key === key)

/** A press that arrives again is answered like the first; one that the rules refuse leaves no trace. */
async function decide(
  { desk, policy }: DeskParts,
  action: StaffAction,
  invoiceId: string,
  order: StaffOrder,
  work: (file: InvoiceFile, pen: Pen) => Promise<void>,
  detail: Readonly<Record<string, string>> = {},
  alsoRefused: (file: InvoiceFile) => DeskRefusal | null = () => null,
): Promise<Decision> {
  const decision = await desk.holding(invoiceId, async (file, pen): Promise<Decision> => {
    const key = keyOf(action, invoiceId, order.key)
    if (wasDone(file, key)) return DONE
    const because = refusalOf(action, standingOf(file, policy)) ?? alsoRefused(file)
    if (because !== null) return { ok: false, because }
    const { state, received } = file.invoice
    const figures = { state, received: received.toString(), ...detail }
    await pen.writeDeed({ action, key, by: order.by, reason: order.reason, detail: figures })
    await work(file, pen)
    return DONE
  })
  return decision ?? { ok: false, because: "no_invoice" }
}

/** The facts are what staff say now: what do they mean? */
async function rejudge(
  { policy }: DeskParts,
  { invoice, outputs, tip }: InvoiceFile,
  pen: Pen,
  change: Change,
  { by }: StaffOrder,
  what: string,
): Promise<void> {
  const changed = { ...invoice, ...change }
  const view = { height: tip?.height ?? 0, observedAt: invoice.lastPollAt }
  const verdict = evaluate(changed, outputs, view, policy)
  await pen.change(change, verdict, effectsFor(changed, verdict.state, policy), by, `${what} by ${by.email}`)
}
