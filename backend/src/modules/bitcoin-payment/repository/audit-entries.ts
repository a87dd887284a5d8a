import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { satoshis } from "../domain/satoshis"
import { STAFF_ACTIONS } from "../domain/staff-actions"
import type { AuditEntry, ReviewTransaction, Refund } from "../ports/payment-review"
import { rows, type Connection } from "./database"

const digits = z
  .string()
  .regex(/^\d+$/)
  .transform((text) => BigInt(text))
const time = z.date().transform((date) => date.getTime())

const auditEntryRow = z
  .object({
    invoice_id: z.string(),
    action: z.enum(STAFF_ACTIONS),
    idempotency_key: z.string(),
    by_id: z.string(),
    by_email: z.string(),
    reason: z.string().nullable(),
    detail: z.record(z.string(), z.string()),
    created_at: time,
  })
  .transform((row): AuditEntry & { invoiceId: string } => ({
    invoiceId: row.invoice_id,
    action: row.action,
    idempotencyKey: row.idempotency_key,
    by: { id: row.by_id, email: row.by_email },
    reason: row.reason,
    detail: row.detail,
    at: row.created_at,
  }))

const refundRow = z
  .object({
    id: z.string(),
    invoice_id: z.string(),
    method: z.enum(["bitcoin", "pounds"]),
    pence: digits,
    sats: digits.transform(satoshis).nullable(),
    address: z.string().nullable(),
    txid: z.string().nullable(),
    note: z.string().nullable(),
    by_id: z.string(),
    by_email: z.string(),
    medusa_pence: digits,
    medusa_refund_id: z.string().nullable(),
    recorded_at: time.nullable(),
    last_error: z.string().nullable(),
    created_at: time,
  })
  .transform(({ sats, address, txid, ...row }): Refund => ({
    id: row.id,
    invoiceId: row.invoice_id,
    method:
      sats !== null && address !== null && txid !== null
        ? { kind: "bitcoin", sats, address, txid }
        : { kind: "pounds" },
    pence: row.pence,
    note: row.note,
    by: { id: row.by_id, email: row.by_email },
    medusaPence: row.medusa_pence,
    medusaRefundId: row.medusa_refund_id,
    recordedAt: row.recorded_at,
    lastError: row.last_error,
    at: row.created_at,
  }))

/** A row of `bitcoin_refund`, parsed. */
export function toRefund(row: unknown): Refund {
  return refundRow.parse(row)
}

/** What staff did about these invoices, the first entry first. */
export async function auditEntriesOf(
  connection: Connection,
  invoiceIds: readonly string[],
): Promise<(AuditEntry & { invoiceId: string })[]> {
  const found = await rows(
    connection,
    `select * from bitcoin_audit_entry where invoice_id = any(?) order by created_at, id`,
    [[...invoiceIds]],
  )
  return found.map((row) => auditEntryRow.parse(row))
}

/** What went back of these invoices' money, the first first. */
export async function refundsOf(connection: Connection, invoiceIds: readonly string[]): Promise<Refund[]> {
  const found = await rows(
    connection,
    `select * from bitcoin_refund where invoice_id = any(?) order by created_at, id`,
    [[...invoiceIds]],
  )
  return found.map(toRefund)
}

/** Puts a decision on record, for ever. @throws when its key was used before: a press counts once */
export async function insertAuditEntry(
  connection: Connection,
  invoiceId: string,
  { action, idempotencyKey, by, reason, detail }: Omit<AuditEntry, "at">,
): Promise<void> {
  await rows(
    connection,
    `insert into bitcoin_audit_entry (id, invoice_id, action, idempotency_key, by_id, by_email, reason, detail)
      values (?, ?, ?, ?, ?, ?, ?, ?::jsonb)`,
    [
      generateEntityId(undefined, "btcaudit"),
      invoiceId,
      action,
      idempotencyKey,
      by.id,
      by.email,
      reason,
      JSON.stringify(detail),
    ],
  )
}

/** Writes down money that went back; the books take it in the next round. */
export async function addRefund(
  connection: Connection,
  invoiceId: string,
  { method, pence, note, by, medusaPence }: Parameters<ReviewTransaction["addRefund"]>[0],
): Promise<void> {
  const sent =
    method.kind === "bitcoin" ? [method.sats.toString(), method.address, method.txid] : [null, null, null]
  await rows(
    connection,
    `insert into bitcoin_refund (id, invoice_id, method, pence, sats, address, txid, note, by_id, by_email, medusa_pence)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      generateEntityId(undefined, "btcref"),
      invoiceId,
      method.kind,
      pence.toString(),
      ...sent,
      note,
      by.id,
      by.email,
      medusaPence.toString(),
    ],
  )
}
