import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Decision } from "../domain/decide"
import { CLOSED_HOW, PAYMENT_STATES, type CardPayment, type ClosedHow } from "../domain/payment"
import type { PaymentFacts } from "../ports/card-processor"
import { openCase } from "./cases"
import { rows, type Connection } from "medusa-payments/database"
import { enqueueEffects, notifyPaymentChanged } from "./outbox"
import { insertAutomaticRefund } from "./refunds"

const time = z.date().transform((date) => date.getTime())

const paymentRow = z.object({
  id: z.string(),
  order_id: z.string(),
  session_id: z.string(),
  pence: z.number().int(),
  currency: z.string(),
  payable_until: time,
  state: z.enum(PAYMENT_STATES),
  closed_how: z.enum(CLOSED_HOW).nullable(),
  captured_at: time.nullable(),
  processor_payment_id: z.string().nullable(),
  received_pence: z.number().int(),
  fee_pence: z.number().int().nullable(),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  wallet: z.string().nullable(),
  declined_at: time.nullable(),
  version: z.number().int(),
  last_poll_at: time.nullable(),
  poll_failures: z.number().int(),
  poll_error: z.string().nullable(),
  created_at: time,
})

/** A payment with what is stored beside its rules. */
export interface StoredPayment extends CardPayment {
  readonly capturedAt: number | null
  readonly createdAt: number
  readonly lastPollAt: number | null
  readonly pollFailures: number
  readonly pollError: string | null
  readonly feePence: number | null
  readonly card: PaymentFacts["card"]
}

export function toPayment(value: unknown): StoredPayment {
  const row = paymentRow.parse(value)
  return {
    id: row.id,
    orderId: row.order_id,
    sessionId: row.session_id,
    pence: row.pence,
    currency: row.currency,
    payableUntil: row.payable_until,
    state: row.state,
    closed: row.closed_how,
    isCaptured: row.captured_at !== null,
    processorPaymentId: row.processor_payment_id,
    receivedPence: row.received_pence,
    declinedAt: row.declined_at,
    version: row.version,
    capturedAt: row.captured_at,
    createdAt: row.created_at,
    lastPollAt: row.last_poll_at,
    pollFailures: row.poll_failures,
    pollError: row.poll_error,
    feePence: row.fee_pence,
    card: row.brand === null ? null : { brand: row.brand, last4: row.last4 ?? "", wallet: row.wallet },
  }
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
    const [created] = await rows(
      tx,
      `insert into card_payment (id, order_id, session_id, pence, currency, payable_until, state, next_poll_at)
       values (?, ?, ?, ?, ?, ?, 'awaiting_payment', ?) on conflict (session_id) do nothing returning *`,
      [generateEntityId(undefined, "cardpay"), orderId, sessionId, pence, currency, until, until],
    )
    if (created !== undefined) {
      const payment = toPayment(created)
      await appendTransition(tx, payment.id, "Payment opened")
      return payment
    }
    const [existing] = await rows(tx, `select * from card_payment where session_id = ?`, [sessionId])
    return toPayment(existing)
  })
}

/** The payment that represents an order or a session: the one that took the order's money, else the newest. */
export async function findPayment(
  connection: Connection,
  column: "id" | "order_id" | "session_id" | "processor_payment_id",
  value: string,
): Promise<StoredPayment | null> {
  const [row] = await rows(
    connection,
    `select * from card_payment where ${column} = ?
      order by (captured_at is not null) desc, (state = 'paid') desc, created_at desc limit 1`,
    [value],
  )
  return row === undefined ? null : toPayment(row)
}

/** All payments of an order, newest first. */
export async function paymentsOfOrder(connection: Connection, orderId: string): Promise<StoredPayment[]> {
  const found = await rows(
    connection,
    `select * from card_payment where order_id = ? order by created_at desc, id`,
    [orderId],
  )
  return found.map(toPayment)
}

/** Runs `work` on a payment's row, locked, in one transaction. Null: there is no such payment. */
export async function withPaymentRow<Result>(
  connection: Connection,
  id: string,
  work: (payment: StoredPayment, tx: Connection) => Promise<Result>,
): Promise<Result | null> {
  return connection.transaction(async (tx) => {
    const [row] = await rows(tx, `select * from card_payment where id = ? for update`, [id])
    return row === undefined ? null : work(toPayment(row), tx)
  })
}

/** Stores a decision with its history, its case, its refund and its effects. The caller holds the row. */
export async function storeDecision(
  tx: Connection,
  payment: StoredPayment,
  decision: Decision,
  { at, cause }: { at: number; cause: string },
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
  if (decision.state !== payment.state) await appendTransition(tx, id, STATES[decision.state], cause)
  else if (decision.isDeclined && payment.declinedAt === null)
    await appendTransition(tx, id, "The card was declined", cause)
  if (decision.refund !== null) {
    await appendTransition(tx, id, "Money came that is returned", decision.refund.kind.replaceAll("_", " "))
    await insertAutomaticRefund(tx, payment, decision.refund, at)
  }
  if (decision.openCase !== null)
    await openCase(tx, payment, {
      kind: decision.openCase.kind,
      subject: decision.openCase.paymentId,
      pence: decision.openCase.pence,
      detail: cause,
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

const STATES = {
  awaiting_payment: "Awaiting payment again",
  confirming: "Finished by the buyer, not confirmed yet",
  paid: "Paid",
  expired: "Not paid in time",
  cancelled: "Cancelled with the order",
  review: "Flagged for review",
} as const

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
    await appendTransition(tx, id, CLOSED[how])
    await notifyPaymentChanged(tx, payment.orderId)
  })
}

const CLOSED = {
  expired: "The order ended unpaid",
  cancelled: "The order was cancelled",
  changed: "The buyer changed the payment method",
} as const

/** The money is in the books. Idempotent. */
export async function markCaptured(connection: Connection, id: string): Promise<void> {
  await connection.transaction(async (tx) => {
    const [row] = await rows(
      tx,
      `update card_payment set captured_at = now(), next_poll_at = now(), version = version + 1, updated_at = now()
        where id = ? and captured_at is null returning *`,
      [id],
    )
    if (row === undefined) return
    await appendTransition(tx, id, "Captured")
    await notifyPaymentChanged(tx, toPayment(row).orderId)
  })
}

export async function appendTransition(
  tx: Connection,
  paymentId: string,
  what: string,
  detail: string | null = null,
  by: string | null = null,
): Promise<void> {
  await rows(
    tx,
    `insert into card_transition (id, payment_id, what, detail, by_email, created_at) values (?, ?, ?, ?, ?, clock_timestamp())`,
    [generateEntityId(undefined, "cardtra"), paymentId, what, detail, by],
  )
}
