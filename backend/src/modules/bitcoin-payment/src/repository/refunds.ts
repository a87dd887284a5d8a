import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Refund, RefundAddress } from "../domain/invoice-details"
import { satoshis } from "../domain/satoshis"
import type { StaffWrites } from "../domain/staff-actions"
import type { StoredInvoice } from "../domain/stored-invoice"
import { rows, type Connection } from "medusa-payments/database"
import { insertMessage } from "medusa-payments/modules/outbox"
import { findInvoice } from "./invoices"

const digits = z
  .string()
  .regex(/^\d+$/)
  .transform((text) => BigInt(text))
const time = z.date().transform((date) => date.getTime())

const refundRow = z
  .object({
    id: z.string(),
    invoice_id: z.string(),
    amount_minor: digits,
    sats: digits.transform(satoshis).nullable(),
    address: z.string().nullable(),
    txid: z.string().nullable(),
    note: z.string().nullable(),
    by_id: z.string(),
    by_email: z.string(),
    medusa_minor: digits,
    medusa_refund_id: z.string().nullable(),
    created_at: time,
  })
  .transform(({ sats, address, txid, ...row }): Refund => ({
    id: row.id,
    invoiceId: row.invoice_id,
    method:
      sats !== null && address !== null && txid !== null
        ? { kind: "bitcoin", sats, address, txid }
        : { kind: "money" },
    amountMinor: row.amount_minor,
    note: row.note,
    by: { id: row.by_id, email: row.by_email },
    medusaMinor: row.medusa_minor,
    medusaRefundId: row.medusa_refund_id,
    at: row.created_at,
  }))

/** The refunds of these invoices, oldest first. */
export async function refundsOf(connection: Connection, invoiceIds: readonly string[]): Promise<Refund[]> {
  const found = await rows(
    connection,
    `select * from bitcoin_refund where invoice_id = any(?) order by created_at, id`,
    [[...invoiceIds]],
  )
  return found.map((row) => refundRow.parse(row))
}

/** Stores a refund, and the message that has it recorded in Medusa and its buyer notified. */
export async function insertRefund(
  tx: Connection,
  { id: invoiceId, orderId }: Pick<StoredInvoice, "id" | "orderId">,
  { method, amountMinor, note, by, medusaMinor }: NonNullable<StaffWrites["refund"]>,
): Promise<void> {
  const refundId = generateEntityId(undefined, "btcref")
  const sent =
    method.kind === "bitcoin" ? [method.sats.toString(), method.address, method.txid] : [null, null, null]
  await rows(
    tx,
    `insert into bitcoin_refund (id, invoice_id, method, amount_minor, sats, address, txid, note, by_id, by_email, medusa_minor)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      refundId,
      invoiceId,
      method.kind,
      amountMinor.toString(),
      ...sent,
      note,
      by.id,
      by.email,
      medusaMinor.toString(),
    ],
  )
  await insertMessage(tx, {
    topic: "bitcoin-refund",
    key: `bitcoin-refund:${refundId}`,
    payload: { orderId, invoiceId, refundId, kind: "refund" },
  })
}

/** A refund with its invoice, or null. */
export async function findRefund(
  connection: Connection,
  refundId: string,
): Promise<{ refund: Refund; invoice: StoredInvoice } | null> {
  const [row] = await rows(connection, `select * from bitcoin_refund where id = ?`, [refundId])
  if (row === undefined) return null
  const refund = refundRow.parse(row)
  const invoice = await findInvoice(connection, "id", refund.invoiceId)
  return invoice === null ? null : { refund, invoice }
}

/** Links Medusa's refund to an unlinked one of the same session and amount; false when there is none. */
export async function admitRefund(
  connection: Connection,
  sessionId: string,
  amountMinor: bigint,
  medusaRefundId: string,
): Promise<boolean> {
  const linked = await rows(
    connection,
    `update bitcoin_refund set medusa_refund_id = ?, updated_at = now() where id = (
       select r.id from bitcoin_refund r join bitcoin_invoice i on i.id = r.invoice_id
        where i.session_id = ? and r.medusa_minor = ? and r.medusa_refund_id is null
        order by r.created_at limit 1 for update of r) returning id`,
    [medusaRefundId, sessionId, amountMinor.toString()],
  )
  return linked.length > 0
}

/** Removes a link to a refund that Medusa does not have. */
export async function releaseRefund(connection: Connection, refundId: string): Promise<void> {
  await rows(
    connection,
    `update bitcoin_refund set medusa_refund_id = null, updated_at = now() where id = ?`,
    [refundId],
  )
}

const addressRow = z
  .object({
    id: z.string(),
    invoice_id: z.string(),
    address: z.string(),
    came_by: z.enum(["link", "account"]),
    created_at: time,
  })
  .transform(({ invoice_id: invoiceId, came_by: cameBy, created_at: at, ...row }): RefundAddress => ({
    ...row,
    invoiceId,
    cameBy,
    at,
  }))

/** The refund addresses of these invoices, oldest first. Erased ones are left out. */
export async function refundAddressesOf(
  connection: Connection,
  invoiceIds: readonly string[],
): Promise<RefundAddress[]> {
  const found = await rows(
    connection,
    `select * from bitcoin_refund_address where invoice_id = any(?) and address is not null order by position`,
    [[...invoiceIds]],
  )
  return found.map((row) => addressRow.parse(row))
}

/** Stores a refund address, and the message that has buyer and staff notified. */
export async function insertRefundAddress(
  tx: Connection,
  { id: invoiceId, orderId }: Pick<StoredInvoice, "id" | "orderId">,
  { address, cameBy }: Pick<RefundAddress, "address" | "cameBy">,
): Promise<void> {
  const addressId = generateEntityId(undefined, "btcadr")
  await rows(
    tx,
    `insert into bitcoin_refund_address (id, invoice_id, address, came_by) values (?, ?, ?, ?)`,
    [addressId, invoiceId, address, cameBy],
  )
  await insertMessage(tx, {
    topic: "refund-address",
    key: `refund-address:${addressId}`,
    payload: { orderId, addressId },
  })
}
