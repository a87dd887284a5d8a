import { decideEnd, mustExpirePage } from "../domain/decide"
import { nextPollAt, retryPollAt } from "../domain/poll-schedule"
import type { PaymentFacts, ProcessorDispute, SessionFacts } from "../ports/card-processor"
import { closeCase, openCase } from "../repository/cases"
import { rows, type Connection } from "medusa-payments/database"
import {
  appendTransition,
  findPayment,
  storeDecision,
  withPaymentRow,
  type StoredPayment,
} from "../repository/payments"
import { duePayments, recordPoll, recordPollFailure } from "../repository/polling"
import { storeProcessorRefund } from "../repository/refunds"
import { markSession, sessionsOf } from "../repository/sessions"
import { applyFacts, type PageParts } from "./pages"

export interface ReconcileParts extends PageParts {
  readonly onFailure: (message: string) => void
}

/** Payments that are read in one round, and at the same time. */
const MAX_PER_ROUND = 40
const CONCURRENT = 4

/**
 * Reads what is due from the processor and stores what it means. One payment that cannot be read does not stop the others.
 * @returns whether anything was due
 */
export async function reconcile(parts: ReconcileParts): Promise<boolean> {
  const due = await duePayments(parts.db, parts.clock(), MAX_PER_ROUND)
  const next = due[Symbol.iterator]()
  const work = async () => {
    for (const payment of next) await reconcileSafely(parts, payment)
  }
  await Promise.all(Array.from({ length: CONCURRENT }, work))
  return due.length > 0
}

async function reconcileSafely(parts: ReconcileParts, payment: StoredPayment): Promise<void> {
  const { db, clock } = parts
  try {
    await reconcilePayment(parts, payment.id)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    parts.onFailure(`the payment of order ${payment.orderId} was not read: ${message}`)
    await recordPollFailure(db, payment, message, retryPollAt(payment.pollFailures + 1, clock()))
  }
}

/** Reads one payment. @throws CardProcessorError when the processor does not answer; then only its own facts are stored */
export async function reconcilePayment(parts: PageParts, paymentId: string): Promise<void> {
  const { db, processor, clock } = parts
  const startedAt = clock()
  let payment = await findPayment(db, "id", paymentId)
  if (payment === null) return
  let hasOpenPage = false
  for (const session of await sessionsOf(db, payment.id)) {
    if (session.state === "opening" && mustExpirePage(payment, startedAt))
      // Its address was never given to a buyer.
      await markSession(db, session.id, "failed", "never opened")
    if (session.state !== "open" || session.processorId === null) continue
    const facts: SessionFacts = mustExpirePage(payment, startedAt)
      ? await processor.expireSession(session.processorId)
      : await processor.readSession(session.processorId)
    payment = (await applyFacts(parts, payment.id, session, facts, `page ${facts.id}`)) ?? payment
    hasOpenPage ||= facts.state !== "expired" && !facts.isPaid
  }
  if (!hasOpenPage) await endIfDue(parts, payment)
  const ended = (await findPayment(db, "id", payment.id)) ?? payment
  // A second charge can be refunded and disputed like the order's own.
  for (const { processorPaymentId } of await sessionsOf(db, payment.id))
    if (processorPaymentId !== null) await readMade(parts, ended, processorPaymentId)
  const paidFor = ended.capturedAt === null ? null : startedAt - ended.capturedAt
  await recordPoll(db, ended, { startedAt, nextAt: nextPollAt(ended, hasOpenPage, paidFor, startedAt) })
}

/** The reservation's end, when no page can take money any more. */
async function endIfDue({ db, clock }: PageParts, { id }: StoredPayment): Promise<void> {
  await withPaymentRow(db, id, async (payment, tx) => {
    const decision = decideEnd(payment, clock())
    if (decision !== null)
      await storeDecision(tx, payment, decision, { at: clock(), cause: "the reservation ended" })
  })
}

/** Stores the card, fee, refunds and disputes of one charge. */
async function readMade({ db, processor }: PageParts, { id }: StoredPayment, madeId: string): Promise<void> {
  const facts = await processor.readPayment(madeId)
  await withPaymentRow(db, id, async (payment, tx) => {
    const isOrders = payment.processorPaymentId === madeId
    if (isOrders) await storeCard(tx, payment.id, facts)
    for (const told of facts.refunds) {
      const news = await storeProcessorRefund(tx, payment, madeId, told)
      if (news === null || (news === "made_at_processor" && !isOrders)) continue
      await appendTransition(tx, payment.id, REFUND_NEWS[news], told.id)
      await openCase(tx, payment, {
        kind: news === "failed" ? "refund_failed" : "refunded_at_processor",
        subject: told.id,
        pence: told.pence,
        detail: told.id,
        respondBy: null,
      })
    }
    if (!isOrders) await closeReturned(tx, payment, madeId, facts)
    for (const dispute of facts.disputes) await storeDispute(tx, payment, dispute)
  })
}

async function storeCard(tx: Connection, id: string, { card, feePence }: PaymentFacts): Promise<void> {
  await rows(
    tx,
    `update card_payment set brand = ?, last4 = ?, wallet = ?, fee_pence = coalesce(?, fee_pence) where id = ?`,
    [card?.brand ?? null, card?.last4 ?? null, card?.wallet ?? null, feePence, id],
  )
}

/** A second charge that was returned in full leaves nothing to decide. */
async function closeReturned(
  tx: Connection,
  { id }: StoredPayment,
  madeId: string,
  { refunds }: PaymentFacts,
): Promise<void> {
  const returned = refunds
    .filter(({ status }) => status === "succeeded")
    .reduce((sum, { pence }) => sum + pence, 0)
  const about = { kind: "paid_twice" as const, subject: madeId, maxPence: returned }
  if (await closeCase(tx, about, { by: "the processor", reason: "The second charge was refunded in full." }))
    await appendTransition(tx, id, "The second charge was refunded", madeId)
}

const REFUND_NEWS = {
  made_at_processor: "A refund was made at the processor",
  failed: "The bank returned a refund",
} as const

async function storeDispute(
  tx: Connection,
  payment: StoredPayment,
  dispute: ProcessorDispute,
): Promise<void> {
  const about = { kind: "dispute" as const, subject: dispute.id }
  if (dispute.outcome === "won") {
    const reason = `The bank decided for the shop (${dispute.status.replaceAll("_", " ")}).`
    if (await closeCase(tx, about, { by: "the processor", reason }))
      await appendTransition(tx, payment.id, "Dispute won", dispute.id)
    return
  }
  const detail = `${dispute.reason.replaceAll("_", " ")}, ${dispute.status.replaceAll("_", " ")}`
  await openCase(tx, payment, {
    ...about,
    pence: dispute.pence,
    detail,
    respondBy: dispute.outcome === "open" ? dispute.respondBy : null,
  })
  const changed = await rows(
    tx,
    `update card_case set detail = ?, respond_by = ?, updated_at = now()
      where kind = 'dispute' and subject = ? and closed_at is null and (detail <> ? or created_at = now()) returning id`,
    [
      detail,
      dispute.outcome === "open" && dispute.respondBy !== null ? new Date(dispute.respondBy) : null,
      dispute.id,
      detail,
    ],
  )
  if (changed.length > 0) await appendTransition(tx, payment.id, "Dispute", detail)
}
