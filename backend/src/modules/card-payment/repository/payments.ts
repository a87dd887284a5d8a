import { generateEntityId, MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Decision } from "../domain/decide"
import { DISPUTE_STATES } from "../domain/disputes"
import { CLOSED_HOW, PAYMENT_STATES, type ClosedHow, type HistoryCode } from "../domain/payment"
import { openCase } from "./cases"
import { notifyPaymentChanged, queryRows, rows, time, type Connection } from "medusa-payments/database"
import { enqueueEffects } from "./outbox"
import { insertAutomaticRefund } from "./refunds"

const paymentRow = z
  .object({
    id: z.string(),
    orderId: z.string(),
    sessionId: z.string(),
    pence: z.number().int(),
    currency: z.string(),
    payableUntil: time,
    state: z.enum(PAYMENT_STATES),
    closedHow: z.enum(CLOSED_HOW).nullable(),
    capturedAt: time.nullable(),
    processorPaymentId: z.string().nullable(),
    receivedPence: z.number().int(),
    feePence: z.number().int().nullable(),
    dispute: z.enum(DISPUTE_STATES).nullable(),
    /** What the bank has taken back for the cardholder, and the processor's fee for it. */
    disputedPence: z.number().int(),
    disputeFeePence: z.number().int(),
    brand: z.string().nullable(),
    last4: z.string().nullable(),
    wallet: z.string().nullable(),
    declinedAt: time.nullable(),
    version: z.number().int(),
    lastPollAt: time.nullable(),
    pollFailures: z.number().int(),
    pollError: z.string().nullable(),
    createdAt: time,
  })
  .transform(({ closedHow: closed, brand, last4, wallet, ...row }) => ({
    ...row,
    closed,
    isCaptured: row.capturedAt !== null,
    card: brand === null ? null : { brand, last4: last4 ?? "", wallet },
  }))

export type StoredPayment = z.output<typeof paymentRow>

/** The payments that a statement selects or returns, with all their columns. */
export async function queryPayments(
  connection: Connection,
  sql: string,
  bindings: readonly (string | number | Date | null)[],
): Promise<StoredPayment[]> {
  return queryRows(connection, paymentRow, sql, bindings)
}

export interface PaymentRequest {
  readonly orderId: string
  readonly sessionId: string
  readonly pence: number
  readonly currency: string
  readonly payableUntil: number
}

/** Opens the payment of one of Medusa's payment sessions, or returns the one that it has. */
export async function openPayment(
  connection: Connection,
  { orderId, sessionId, pence, currency, payableUntil }: PaymentRequest,
): Promise<StoredPayment> {
  return connection.transaction(async (tx) => {
    const until = new Date(payableUntil)
    const [created] = await queryPayments(
      tx,
      `insert into card_payment (id, order_id, session_id, pence, currency, payable_until, state, next_poll_at)
       values (?, ?, ?, ?, ?, ?, 'awaiting_payment', ?) on conflict (session_id) do nothing returning *`,
      [generateEntityId(undefined, "cardpay"), orderId, sessionId, pence, currency, until, until],
    )
    if (created !== undefined) {
      await appendTransition(tx, created.id, "opened")
      return created
    }
    const [existing] = await queryPayments(tx, `select * from card_payment where session_id = ?`, [sessionId])
    if (existing === undefined)
      throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `Session ${sessionId} has no payment.`)
    return existing
  })
}

/** The payment that represents an order or a session comes first: one that asks, the one that took money, the newest. */
const REPRESENTING_FIRST = `(closed_at is null and captured_at is null) desc, (captured_at is not null) desc,
  (state = 'paid') desc, created_at desc, id`

export async function findPayment(
  connection: Connection,
  column: "id" | "order_id" | "session_id" | "processor_payment_id",
  value: string,
): Promise<StoredPayment | null> {
  const [found] = await queryPayments(
    connection,
    `select * from card_payment where ${column} = ? order by ${REPRESENTING_FIRST} limit 1`,
    [value],
  )
  return found ?? null
}

export async function paymentsOfOrder(connection: Connection, orderId: string): Promise<StoredPayment[]> {
  return queryPayments(
    connection,
    `select * from card_payment where order_id = ? order by ${REPRESENTING_FIRST}`,
    [orderId],
  )
}

/** Runs `work` on a payment's row, locked, in one transaction. Null: there is no such payment. */
export async function withPaymentRow<Result>(
  connection: Connection,
  id: string,
  work: (payment: StoredPayment, tx: Connection) => Promise<Result>,
): Promise<Result | null> {
  return connection.transaction(async (tx) => {
    const [payment] = await queryPayments(tx, `select * from card_payment where id = ? for update`, [id])
    return payment === undefined ? null : work(payment, tx)
  })
}

/** With its history, case, refund and effects. The caller holds the row. `page`: the processor's page that it follows from. */
export async function storeDecision(
  tx: Connection,
  payment: StoredPayment,
  decision: Decision,
  { at, page = null }: { at: number; page?: string | null },
): Promise<void> {
  if (!differs(payment, decision)) return
  const { id, orderId } = payment
  const closes = decision.closed !== null && payment.closed === null
  await rows(
    tx,
    `update card_payment set state = ?, processor_payment_id = ?, received_pence = ?,
        closed_how = ?, closed_at = case when ? then now() else closed_at end,
        declined_at = case when ? then coalesce(declined_at, ?) else declined_at end,
        version = version + 1, updated_at = now() where id = ?`,
    [
      decision.state,
      decision.processorPaymentId,
      decision.receivedPence,
      decision.closed,
      closes ? "true" : "false",
      decision.isDeclined ? "true" : "false",
      new Date(at),
      id,
    ],
  )
  await notifyPaymentChanged(tx, orderId)
  if (decision.state !== payment.state) await appendTransition(tx, id, decision.state, page)
  else if (decision.isDeclined && payment.declinedAt === null)
    await appendTransition(tx, id, "declined", page)
  if (decision.refund !== null) {
    await appendTransition(tx, id, "late_money", decision.refund.paymentId)
    await insertAutomaticRefund(tx, payment, decision.refund, at)
  }
  if (decision.openCase !== null)
    await openCase(tx, payment, {
      kind: decision.openCase.kind,
      subject: decision.openCase.paymentId,
      pence: decision.openCase.pence,
      detail: page ?? decision.openCase.paymentId,
      respondBy: null,
    })
  await enqueueEffects(tx, payment, decision.effects, at)
}

function differs(payment: StoredPayment, decision: Decision): boolean {
  return (
    decision.state !== payment.state ||
    decision.processorPaymentId !== payment.processorPaymentId ||
    decision.closed !== payment.closed ||
    decision.isDeclined !== (payment.declinedAt !== null) ||
    decision.refund !== null ||
    decision.openCase !== null
  )
}

/** The payment takes no money any more. Money that comes later is returned or a case. Idempotent. */
export async function closePayment(connection: Connection, id: string, how: ClosedHow): Promise<void> {
  await withPaymentRow(connection, id, async (payment, tx) => {
    if (payment.closed !== null) return
    const isOpen = payment.state === "awaiting_payment" || payment.state === "confirming"
    const state = isOpen ? (how === "expired" ? "expired" : "cancelled") : payment.state
    await rows(
      tx,
      `update card_payment set closed_at = now(), closed_how = ?, state = ?, next_poll_at = now(), version = version + 1,
          updated_at = now() where id = ?`,
      [how, state, id],
    )
    await appendTransition(tx, id, `closed_${how}`)
    await notifyPaymentChanged(tx, payment.orderId)
  })
}

/** The money is in the books. Idempotent. */
export async function markCaptured(connection: Connection, id: string): Promise<void> {
  await connection.transaction(async (tx) => {
    const [payment] = await queryPayments(
      tx,
      `update card_payment set captured_at = now(), next_poll_at = now(), version = version + 1, updated_at = now()
        where id = ? and captured_at is null returning *`,
      [id],
    )
    if (payment === undefined) return
    await appendTransition(tx, id, "captured")
    await notifyPaymentChanged(tx, payment.orderId)
  })
}

export async function appendTransition(
  tx: Connection,
  paymentId: string,
  code: HistoryCode,
  detail: string | null = null,
  by: string | null = null,
): Promise<void> {
  await rows(
    tx,
    `insert into card_transition (id, payment_id, code, detail, by_email, created_at) values (?, ?, ?, ?, ?, clock_timestamp())`,
    [generateEntityId(undefined, "cardtra"), paymentId, code, detail, by],
  )
}
