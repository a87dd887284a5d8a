import { decideEnd, mustExpirePage } from "../domain/decide"
import { retryDelaySeconds } from "medusa-payments/modules/outbox"
import { nextPollAt } from "../domain/poll-schedule"
import { CardProcessorError, type PaymentFacts, type SessionFacts } from "../ports/card-processor"
import { closeCase, openCase } from "../repository/cases"
import { rows, type Connection } from "medusa-payments/database"
import {
  appendTransition,
  findPayment,
  storeDecision,
  withPaymentRow,
  type StoredPayment,
} from "../repository/payments"
import {
  duePayments,
  recordPoll,
  recordPollFailure,
  requestPoll,
  storeNotification,
} from "../repository/polling"
import { storeProcessorRefund } from "../repository/refunds"
import { markSession, sessionsOf } from "../repository/sessions"
import { applyFacts } from "./apply-facts"
import type { ModuleParts, PageParts } from "./pages"
import { storeDisputes } from "./store-disputes"

/** Payments that are read in one round, and at the same time. */
const MAX_PER_ROUND = 40
const CONCURRENT = 4
/** The processor repeats a notification for three days. */
const EVENTS_KEPT_DAYS = 60

export function createPolls({ processor, onFailure, ...others }: ModuleParts) {
  const { db } = others
  const parts = processor === null ? null : { ...others, processor }
  return {
    /** Reads what is due, and returns whether anything was. One payment that cannot be read does not stop the others. */
    readDue: async (): Promise<boolean> => {
      if (parts === null) return false
      const due = await duePayments(db, parts.clock(), MAX_PER_ROUND)
      const next = due[Symbol.iterator]()
      const work = async () => {
        for (const payment of next) await reconcileSafely(parts, payment, onFailure)
      }
      await Promise.all(Array.from({ length: CONCURRENT }, work))
      return due.length > 0
    },
    /** Reads one payment now, for staff. @throws CardProcessorError when the processor does not answer */
    readNow: async (paymentId: string): Promise<void> => {
      if (parts !== null) await reconcilePayment(parts, paymentId)
    },
    /** Has the processor read soon: an open order page waits for the result. */
    request: async (orderId: string): Promise<void> => {
      const payment = await findPayment(db, "order_id", orderId)
      if (processor !== null && payment !== null && !payment.isCaptured && payment.closed === null)
        await requestPoll(db, payment.id)
    },
    /** Stores a notification, once, and requests the reading. False: wrongly signed or no notification; nothing is stored. */
    notify: async (body: Buffer, signature: string | undefined): Promise<boolean> => {
      const notification = processor?.readNotification(body, signature) ?? null
      if (notification !== null) await storeNotification(db, notification)
      return notification !== null
    },
    /**
     * Ends the payment's pages at the processor, before the buyer pays otherwise.
     * @returns `paid`: a page was finished · `open`: the processor does not answer, and the polls end the page later
     */
    endPages: async (paymentId: string): Promise<"ended" | "paid" | "open"> => {
      const open = (await sessionsOf(db, paymentId)).find(({ state }) => state === "open")
      if (parts === null || open === undefined || open.processorId === null) return "ended"
      try {
        await parts.processor.expireSession(open.processorId)
        await reconcilePayment(parts, paymentId)
      } catch (error) {
        if (error instanceof CardProcessorError) return "open"
        throw error
      }
      const now = await findPayment(db, "id", paymentId)
      return now?.state === "awaiting_payment" ? "ended" : "paid"
    },
    purge: async (): Promise<void> => {
      await rows(db, `delete from card_event where created_at < now() - interval '${EVENTS_KEPT_DAYS} days'`)
    },
  }
}

async function reconcileSafely(
  parts: PageParts,
  payment: StoredPayment,
  onFailure: ModuleParts["onFailure"],
): Promise<void> {
  const { db, clock } = parts
  try {
    await reconcilePayment(parts, payment.id)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    onFailure(`the payment of order ${payment.orderId} was not read: ${message}`)
    await recordPollFailure(
      db,
      payment,
      message,
      clock() + retryDelaySeconds(payment.pollFailures + 2) * 1000,
    )
  }
}

/** Reads one payment. @throws CardProcessorError when the processor does not answer; then only its own facts are stored */
async function reconcilePayment(parts: PageParts, paymentId: string): Promise<void> {
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
    payment = (await applyFacts(parts, payment.id, session, facts)) ?? payment
    hasOpenPage ||= facts.state !== "expired" && !facts.isPaid
  }
  if (!hasOpenPage) await endIfDue(parts, payment)
  const ended = (await findPayment(db, "id", payment.id)) ?? payment
  // A second charge can be refunded and disputed like the order's own.
  for (const { processorPaymentId } of await sessionsOf(db, payment.id))
    if (processorPaymentId !== null) await readMade(parts, ended, processorPaymentId)
  const read = (await findPayment(db, "id", payment.id)) ?? ended
  const paidFor = read.capturedAt === null ? null : startedAt - read.capturedAt
  await recordPoll(db, read, { startedAt, nextAt: nextPollAt(read, hasOpenPage, paidFor, startedAt) })
}

async function endIfDue({ db, clock }: PageParts, { id }: StoredPayment): Promise<void> {
  await withPaymentRow(db, id, async (payment, tx) => {
    const decision = decideEnd(payment, clock())
    if (decision !== null) await storeDecision(tx, payment, decision, { at: clock() })
  })
}

async function readMade({ db, processor }: PageParts, { id }: StoredPayment, madeId: string): Promise<void> {
  const facts = await processor.readPayment(madeId)
  await withPaymentRow(db, id, async (payment, tx) => {
    const isOrders = payment.processorPaymentId === madeId
    if (isOrders) await storeCard(tx, payment.id, facts)
    for (const told of facts.refunds) {
      const news = await storeProcessorRefund(tx, payment, madeId, told)
      if (news === null || (news === "made_at_processor" && !isOrders)) continue
      await appendTransition(
        tx,
        payment.id,
        news === "failed" ? "refund_returned" : "refunded_at_processor",
        told.id,
      )
      await openCase(tx, payment, {
        kind: news === "failed" ? "refund_failed" : "refunded_at_processor",
        subject: told.id,
        pence: told.pence,
        detail: told.id,
        respondBy: null,
      })
    }
    if (!isOrders) await closeReturned(tx, payment, madeId, facts)
    await storeDisputes(tx, payment, madeId, facts.disputes)
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
  if (await closeCase(tx, about, { by: "processor", reason: "second_charge_refunded" }))
    await appendTransition(tx, id, "second_charge_refunded", madeId)
}
