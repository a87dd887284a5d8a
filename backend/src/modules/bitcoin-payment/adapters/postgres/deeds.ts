import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { satoshis } from "../../domain/satoshis"
import { STAFF_ACTIONS } from "../../domain/staff-actions"
import type { Deed, Pen, Refund } from "../../ports/desk"
import { rows, type Connection } from "./connection"

const digits = z
  .string()
  .regex(/^\d+$/)
  .transform((text) => BigInt(text))
const time = z.date().transform((date) => date.getTime())

const deedRow = z
  .object({
    invoice_id: z.string(),
    action: z.enum(STAFF_ACTIONS),
    key: z.string(),
    by_id: z.string(),
    by_email: z.string(),
    reason: z.string().nullable(),
    detail: z.record(z.string(), z.string()),
    created_at: time,
  })
  .transform((row): Deed & { invoiceId: string } => ({
    invoiceId: row.invoice_id,
    action: row.action,
    key: row.key,
    by: { id: row.by_id, email: row.by_email },
    reason: row.reason,
    detail: row.detail,
    at: row.created_at,
  }))

const refundRow = z
  .object({
    id: z.string(),
    invoice_id: z.string(),
    how: z.enum(["bitcoin", "pounds"]),
    pence: digits,
    sats: digits.transform(satoshis).nullable(),
    address: z.string().nullable(),
    txid: z.string().nullable(),
    note: z.string().nullable(),
    by_id: z.string(),
    by_email: z.string(),
    book_pence: digits,
    medusa_refund_id: z.string().nullable(),
    booked_at: time.nullable(),
    last_error: z.string().nullable(),
    created_at: time,
  })
  .transform(({ sats, address, txid, ...row }): Refund => ({
    id: row.id,
    invoiceId: row.invoice_id,
    road:
      sats !== null && address !== null && txid !== null
        ? { how: "bitcoin", sats, address, txid }
        : { how: "pounds" },
    pence: row.pence,
    note: row.note,
    by: { id: row.by_id, email: row.by_email },
    bookPence: row.book_pence,
    medusaRefundId: row.medusa_refund_id,
    bookedAt: row.booked_at,
    lastError: row.last_error,
    at: row.created_at,
  }))

/** A row of `bitcoin_refund`, parsed. */
export function toRefund(row: unknown): Refund {
  return refundRow.parse(row)
}

/** What staff did about these invoices, the first deed first. */
export async function deedsOf(
  connection: Connection,
  invoiceIds: readonly string[],
): Promise<(Deed & { invoiceId: string })[]> {
  const found = await rows(
    connection,
    `select * from bitcoin_deed where invoice_id = any(?) order by created_at, id`,
    [[...invoiceIds]],
  )
  return found.map((row) => deedRow.parse(row))
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
export async function writeDeed(
  connection: Connection,
  invoiceId: string,
  { action, key, by, reason, detail }: Omit<Deed, "at">,
): Promise<void> {
  await rows(
    connection,
    `insert into bitcoin_deed (id, invoice_id, action, key, by_id, by_email, reason, detail)
      values (?, ?, ?, ?, ?, ?, ?, ?::jsonb)`,
    [
      generateEntityId(undefined, "btcdeed"),
      invoiceId,
      action,
      key,
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
  { road, pence, note, by, bookPence }: Parameters<Pen["addRefund"]>[0],
): Promise<void> {
  const sent = road.how === "bitcoin" ? [road.sats.toString(), road.address, road.txid] : [null, null, null]
  await rows(
    connection,
    `insert into bitcoin_refund (id, invoice_id, how, pence, sats, address, txid, note, by_id, by_email, book_pence)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      generateEntityId(undefined, "btcref"),
      invoiceId,
      road.how,
      pence.toString(),
      ...sent,
      note,
      by.id,
      by.email,
      bookPence.toString(),
    ],
  )
}
