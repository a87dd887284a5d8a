import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { CardPayment, CaseKind } from "../domain/payment"
import type { ProcessorRefund } from "../ports/card-processor"
import { queryRows, rows, time, type Connection } from "medusa-payments/database"
import type { RefundChoice } from "medusa-payments/refund-choice"
import { enqueueRefund } from "./outbox"

const refundRow = z
  .object({
    id: z.string(),
    paymentId: z.string(),
    processorPaymentId: z.string(),
    processorRefundId: z.string().nullable(),
    pence: z.number().int(),
    status: z.enum(["requested", "pending", "succeeded", "failed"]),
    source: z.enum(["staff", "shop", "processor"]),
    reason: z.string(),
    byId: z.string().nullable(),
    byEmail: z.string().nullable(),
    medusaRefundId: z.string().nullable(),
    recordedAt: time.nullable(),
    error: z.string().nullable(),
    createdAt: time,
  })
  .transform(({ byId, byEmail, createdAt: at, ...row }) => ({
    ...row,
    by: byId === null ? null : { id: byId, email: byEmail ?? "" },
    at,
  }))

export type CardRefund = z.output<typeof refundRow>

export async function findRefund(connection: Connection, id: string): Promise<CardRefund | null> {
  const [found] = await queryRows(connection, refundRow, `select * from card_refund where id = ?`, [id])
  return found ?? null
}

export async function refundsOf(
  connection: Connection,
  paymentIds: readonly string[],
): Promise<CardRefund[]> {
  return queryRows(
    connection,
    refundRow,
    `select * from card_refund where payment_id = any(?) order by created_at, id`,
    [paymentIds],
  )
}

/** What of the order's own charge was returned, or is being returned. */
export function returnedPence(
  { processorPaymentId }: Pick<CardPayment, "processorPaymentId">,
  refunds: readonly CardRefund[],
): number {
  return refunds
    .filter((refund) => refund.processorPaymentId === processorPaymentId && refund.status !== "failed")
    .reduce((sum, { pence }) => sum + pence, 0)
}

/** What can be returned to the card: the rest of the order's charge that no dispute has taken back. */
export function refundablePence(
  payment: Pick<CardPayment, "processorPaymentId" | "receivedPence"> & { readonly disputedPence: number },
  refunds: readonly CardRefund[],
): number {
  return Math.max(0, payment.receivedPence - payment.disputedPence - returnedPence(payment, refunds))
}

export interface StaffRefund {
  readonly pence: number
  readonly reason: string
  /** Null: the buyer cancelled the order, and the shop returns the money. */
  readonly by: { readonly id: string; readonly email: string } | null
  /** A repeated click is the same refund. */
  readonly idempotencyKey: string
  /** What staff chose to refund. */
  readonly chosen?: RefundChoice | undefined
}

/** Stores a refund that staff, or a buyer's cancellation, ordered. The caller holds the payment's row and has checked the amount. @returns whether it is new */
export async function insertStaffRefund(
  tx: Connection,
  payment: Pick<CardPayment, "id" | "orderId">,
  processorPaymentId: string,
  { pence, reason, by, idempotencyKey, chosen }: StaffRefund,
): Promise<boolean> {
  const id = generateEntityId(undefined, "cardref")
  const inserted = await rows(
    tx,
    `insert into card_refund (id, payment_id, processor_payment_id, pence, status, source, reason, by_id, by_email, idempotency_key)
     values (?, ?, ?, ?, 'requested', ?, ?, ?, ?, ?) on conflict (idempotency_key) do nothing returning id`,
    [
      id,
      payment.id,
      processorPaymentId,
      pence,
      by === null ? "shop" : "staff",
      reason,
      by?.id ?? null,
      by?.email ?? null,
      `${payment.id}:${idempotencyKey}`,
    ],
  )
  if (inserted.length === 0) return false
  await enqueueRefund(tx, payment.orderId, id, chosen)
  return true
}

export async function hasStaffRefund(
  tx: Connection,
  paymentId: string,
  idempotencyKey: string,
): Promise<boolean> {
  const found = await rows(tx, `select 1 from card_refund where idempotency_key = ?`, [
    `${paymentId}:${idempotencyKey}`,
  ])
  return found.length > 0
}

/** Stores the return of money that came for a closed payment, once for each charge. */
export async function insertAutomaticRefund(
  tx: Connection,
  payment: Pick<CardPayment, "id" | "orderId">,
  { paymentId, pence, kind }: { paymentId: string; pence: number; kind: CaseKind },
  at: number,
): Promise<void> {
  const id = generateEntityId(undefined, "cardref")
  const inserted = await rows(
    tx,
    `insert into card_refund (id, payment_id, processor_payment_id, pence, status, source, reason, created_at)
     values (?, ?, ?, ?, 'requested', 'shop', ?, ?)
     on conflict (processor_payment_id) where source = 'shop' do nothing returning id`,
    [id, payment.id, paymentId, pence, kind, new Date(at)],
  )
  if (inserted.length > 0) await enqueueRefund(tx, payment.orderId, id)
}

/** Finds ours by its reference; any other was made at the processor. Returns what is new about it. */
export async function storeProcessorRefund(
  tx: Connection,
  payment: Pick<CardPayment, "id" | "orderId">,
  processorPaymentId: string,
  told: ProcessorRefund,
): Promise<"made_at_processor" | "failed" | null> {
  const [known] = await queryRows(
    tx,
    refundRow,
    `select * from card_refund where processor_refund_id = ? or id = ? order by (processor_refund_id = ?) desc limit 1`,
    [told.id, told.reference ?? "", told.id],
  )
  if (known === undefined) {
    if (told.status === "failed") return null
    const id = generateEntityId(undefined, "cardref")
    await rows(
      tx,
      `insert into card_refund (id, payment_id, processor_payment_id, processor_refund_id, pence, status, source, reason, created_at)
       values (?, ?, ?, ?, ?, ?, 'processor', 'made_at_processor', ?)`,
      [id, payment.id, processorPaymentId, told.id, told.pence, told.status, new Date(told.at)],
    )
    await enqueueRefund(tx, payment.orderId, id)
    return "made_at_processor"
  }
  if (known.processorRefundId === told.id && known.status === told.status) return null
  await rows(
    tx,
    `update card_refund set processor_refund_id = ?, status = ?, error = ?, updated_at = now() where id = ?`,
    [told.id, told.status, told.status === "failed" ? "returned_by_bank" : null, known.id],
  )
  return told.status === "failed" ? "failed" : null
}

export async function failRefund(tx: Connection, id: string, error: string): Promise<void> {
  await rows(tx, `update card_refund set status = 'failed', error = ?, updated_at = now() where id = ?`, [
    error.slice(0, 500),
    id,
  ])
}

export async function markRefundRecorded(connection: Connection, id: string): Promise<void> {
  await rows(
    connection,
    `update card_refund set recorded_at = coalesce(recorded_at, now()), updated_at = now() where id = ?`,
    [id],
  )
}

/** Links a refund made at the processor to the one that Medusa is about to enter. False: there is none of this amount. */
export async function admitRefund(
  connection: Connection,
  sessionId: string,
  pence: number,
  medusaRefundId: string,
): Promise<boolean> {
  const linked = await rows(
    connection,
    `update card_refund set medusa_refund_id = ?, updated_at = now() where id = (
       select r.id from card_refund r join card_payment p on p.id = r.payment_id
        where p.session_id = ? and r.pence = ? and r.medusa_refund_id is null and r.status in ('pending', 'succeeded')
        order by r.created_at limit 1 for update of r) returning id`,
    [medusaRefundId, sessionId, pence],
  )
  return linked.length > 0
}

export async function releaseRefund(connection: Connection, refundId: string): Promise<void> {
  await rows(connection, `update card_refund set medusa_refund_id = null, updated_at = now() where id = ?`, [
    refundId,
  ])
}
