import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Refund, RefundAddress } from "../domain/invoice-details"
import { satoshis } from "../domain/satoshis"
import type { StaffWrites } from "../domain/staff-actions"
import type { StoredInvoice } from "../domain/stored-invoice"
import { rows, type Connection } from "./database"
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

/** The refunds of these invoices, oldest first. */
export async function refundsOf(connection: Connection, invoiceIds: readonly string[]): Promise<Refund[]> {
  const found = await rows(
    connection,
    `select * from bitcoin_refund where invoice_id = any(?) order by created_at, id`,
    [[...invoiceIds]],
  )
  return found.map((row) => refundRow.parse(row))
}

export async function insertRefund(
  tx: Connection,
  invoiceId: string,
  { method, pence, note, by, medusaPence }: NonNullable<StaffWrites["refund"]>,
): Promise<void> {
  const sent =
    method.kind === "bitcoin" ? [method.sats.toString(), method.address, method.txid] : [null, null, null]
  await rows(
    tx,
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

export async function insertRefundAddress(
  tx: Connection,
  invoiceId: string,
  { address, cameBy }: Pick<RefundAddress, "address" | "cameBy">,
): Promise<void> {
  await rows(
    tx,
    `insert into bitcoin_refund_address (id, invoice_id, address, came_by) values (?, ?, ?, ?)`,
    [generateEntityId(undefined, "btcadr"), invoiceId, address, cameBy],
  )
}

/** What remains to be done about refunds and refund addresses: recording in Medusa, and notifications. */
export function refundQueue(connection: Connection) {
  const update = (refundId: string, assignments: string, values: readonly (string | null)[] = []) =>
    rows(connection, `update bitcoin_refund set ${assignments}, updated_at = now() where id = ?`, [
      ...values,
      refundId,
    ]).then(() => undefined)

  return {
    /** Refunds that Medusa has not recorded yet and that are due, oldest first. */
    unrecordedRefunds: async (): Promise<{ refund: Refund; invoice: StoredInvoice }[]> => {
      const found = await rows(
        connection,
        `select * from bitcoin_refund where recorded_at is null and next_attempt_at <= now()
          order by created_at, id limit 50`,
      )
      const refunds = found.map((row) => refundRow.parse(row))
      const withInvoices = await Promise.all(
        refunds.map(async (refund) => ({
          refund,
          invoice: await findInvoice(connection, "id", refund.invoiceId),
        })),
      )
      return withInvoices.flatMap(({ refund, invoice }) => (invoice === null ? [] : [{ refund, invoice }]))
    },
    /** Links Medusa's refund to a recorded one of the same session and amount; false when there is none. */
    admitRefund: async (sessionId: string, pence: bigint, medusaRefundId: string): Promise<boolean> => {
      const linked = await rows(
        connection,
        `update bitcoin_refund set medusa_refund_id = ?, updated_at = now() where id = (
           select r.id from bitcoin_refund r join bitcoin_invoice i on i.id = r.invoice_id
            where i.session_id = ? and r.medusa_pence = ? and r.recorded_at is null and r.medusa_refund_id is null
            order by r.created_at limit 1 for update of r) returning id`,
        [medusaRefundId, sessionId, pence.toString()],
      )
      return linked.length > 0
    },
    /** Removes a link to a refund that Medusa does not have. */
    releaseRefund: (refundId: string) => update(refundId, "medusa_refund_id = null"),
    markRefundRecorded: (refundId: string) => update(refundId, "recorded_at = now(), last_error = null"),
    markRefundFailed: (refundId: string, reason: string) =>
      update(
        refundId,
        `attempts = attempts + 1, last_error = ?,
           next_attempt_at = now() + least(600, power(2, least(attempts, 10) + 1)) * interval '1 second'`,
        [reason.slice(0, 500)],
      ),
    /** Refund addresses that buyer and staff have not been notified of, oldest first. */
    unnotifiedAddresses: async (): Promise<{ given: RefundAddress; orderId: string }[]> => {
      const found = await rows(
        connection,
        `select a.*, i.order_id from bitcoin_refund_address a join bitcoin_invoice i on i.id = a.invoice_id
          where a.notified_at is null and a.address is not null order by a.position limit 50`,
      )
      return found.map((row) => ({
        given: addressRow.parse(row),
        orderId: z.object({ order_id: z.string() }).parse(row).order_id,
      }))
    },
    markAddressNotified: async (id: string): Promise<void> => {
      await rows(
        connection,
        `update bitcoin_refund_address set notified_at = now(), updated_at = now()
          where id = ? and notified_at is null`,
        [id],
      )
    },
  }
}
