import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { isByHand } from "../domain/invoice"
import { STAFF_ACTIONS } from "../domain/action-forms"
import type { AuditEntry, InvoiceDetails } from "../domain/invoice-details"
import type { TrackedOutput } from "../domain/observe"
import type { InvoiceChange, StaffWrites } from "../domain/staff-actions"
import type { Tip } from "../ports/chain-source"
import type { InvoiceRequest, StoredInvoice, Wallet } from "../domain/stored-invoice"
import { closePaymentCase } from "./cases"
import {
  notifyPaymentChanged,
  queryOne,
  queryRows,
  rows,
  time,
  type Connection,
} from "medusa-payments/database"
import { insertInvoice } from "./invoices"
import { inLockOrder } from "./lock-order"
import { notifyPollRequested } from "./notifications"
import { insertRefund, refundAddressesOf, refundsOf } from "./refunds"
import { invoiceRow, queryInvoices, queryOutputs } from "./rows"
import { enqueueEffects, recordVerdict } from "./verdicts"

export interface StoredDetails extends InvoiceDetails<StoredInvoice> {
  readonly outputs: readonly TrackedOutput[]
}

/** In a transaction that locks all invoices of the order against staff and the watcher. Null: there is no such invoice. */
export function withInvoiceLocked<Result>(
  connection: Connection,
  invoiceId: string,
  work: (details: StoredDetails, tx: Connection) => Promise<Result>,
): Promise<Result | null> {
  return connection.transaction(async (tx) => {
    // Ordered by id: two transactions on one order cannot deadlock.
    const found = await queryInvoices(
      tx,
      `select * from bitcoin_invoice where order_id = (select order_id from bitcoin_invoice where id = ?)
        order by id for update`,
      [invoiceId],
    )
    const all = await loadDetails(tx, found)
    const details = all.find(({ invoice }) => invoice.id === invoiceId)
    return details === undefined ? null : work(details, tx)
  })
}

/** The details of all invoices of an order, newest quote first. */
export async function detailsOfOrder(connection: Connection, orderId: string): Promise<StoredDetails[]> {
  return detailsOfOrders(connection, [orderId])
}

export async function detailsOfOrders(
  connection: Connection,
  orderIds: readonly string[],
): Promise<StoredDetails[]> {
  if (orderIds.length === 0) return []
  const found = await queryInvoices(connection, `select * from bitcoin_invoice where order_id = any(?)`, [
    [...orderIds],
  ])
  return loadDetails(connection, found)
}

/** Stores what a decision writes. The caller holds the invoice's lock. */
export async function storeDecision(
  tx: Connection,
  { invoice, tip }: StoredDetails,
  { auditEntry, refund, change }: StaffWrites,
): Promise<void> {
  await insertAuditEntry(tx, invoice.id, auditEntry)
  if (refund !== null) await insertRefund(tx, invoice, refund)
  if (change === null) return
  const changed = await updateInvoice(tx, invoice, change.to)
  if (change.state === null) return
  const { verdict, effects, cause } = change.state
  await closePaymentCase(tx, invoice.id, auditEntry.by.email)
  await recordVerdict(tx, changed, verdict, tip ?? NO_TIP, effects, cause)
}

/** Before the first poll. */
export const NO_TIP: Tip = { height: 0, hash: "unknown" }

const renewalRow = z.object({ renewal: z.number().int() })

export async function openNextInvoice(
  tx: Connection,
  wallet: Wallet,
  request: InvoiceRequest,
  addressAt: (index: number) => string,
): Promise<void> {
  const { renewal } = await queryOne(
    tx,
    renewalRow,
    `select max(renewal)::int as renewal from bitcoin_invoice where session_id = ?`,
    [request.sessionId],
  )
  const opened = await insertInvoice(tx, wallet, request, renewal + 1, addressAt)
  await enqueueEffects(tx, opened, 0, [{ kind: "mail_new_invoice", notBefore: 0, after: null }])
  await notifyPaymentChanged(tx, opened.orderId)
}

/** Has the watcher poll these invoices now, in whichever process it leads. */
export async function requestPolls(connection: Connection, ids: readonly string[]): Promise<void> {
  await rows(
    connection,
    `update bitcoin_invoice set poll_requested = true where ${inLockOrder("id = any(?)")}`,
    [[...ids]],
  )
  await notifyPollRequested(connection)
}

export async function isShopAddress(connection: Connection, address: string): Promise<boolean> {
  const found = await rows(
    connection,
    `select 1 from bitcoin_invoice where address = ? union all select 1 from bitcoin_own_address where address = ? limit 1`,
    [address, address],
  )
  return found.length > 0
}

async function loadDetails(
  connection: Connection,
  invoices: readonly StoredInvoice[],
): Promise<StoredDetails[]> {
  const ids = invoices.map(({ id }) => id)
  const outputs = await queryOutputs(
    connection,
    `select * from bitcoin_output where invoice_id = any(?) order by seen_at, txid, vout`,
    [ids],
  )
  const auditEntries = await auditEntriesOf(connection, ids)
  const refunds = await refundsOf(connection, ids)
  const refundAddresses = await refundAddressesOf(connection, ids)
  const tip = await readTip(connection)
  const newestFirst = [...invoices].sort((one, other) => other.createdAt - one.createdAt)
  return newestFirst.map((invoice, position) => {
    const isOfSameOrder = ({ orderId }: StoredInvoice) => orderId === invoice.orderId
    const ofThis = (row: { invoiceId: string }) => row.invoiceId === invoice.id
    return {
      invoice,
      outputs: outputs.filter(ofThis),
      auditEntries: auditEntries.filter(ofThis),
      refunds: refunds.filter(ofThis),
      refundAddresses: refundAddresses.filter(ofThis),
      isNewest: !newestFirst.slice(0, position).some(isOfSameOrder),
      // A quote that was opened after a capture asks for a difference: the order has grown.
      isPaidByAnother:
        !invoice.captured &&
        invoices.some((other) => isOfSameOrder(other) && (other.capturedAt ?? 0) > invoice.createdAt),
      tip,
    }
  })
}

const auditEntryRow = z
  .object({
    invoiceId: z.string(),
    action: z.enum(STAFF_ACTIONS),
    idempotencyKey: z.string(),
    byId: z.string(),
    byEmail: z.string(),
    reason: z.string().nullable(),
    detail: z.record(z.string(), z.string()),
    createdAt: time,
  })
  .transform(({ byId: id, byEmail: email, createdAt: at, ...row }) => ({ ...row, by: { id, email }, at }))

async function auditEntriesOf(
  connection: Connection,
  invoiceIds: readonly string[],
): Promise<(AuditEntry & { invoiceId: string })[]> {
  return queryRows(
    connection,
    auditEntryRow,
    `select * from bitcoin_audit_entry where invoice_id = any(?) order by created_at, id`,
    [[...invoiceIds]],
  )
}

/** @throws when the idempotency key exists: the column is unique */
async function insertAuditEntry(
  tx: Connection,
  invoiceId: string,
  { action, idempotencyKey, by, reason, detail }: Omit<AuditEntry, "at">,
): Promise<void> {
  await rows(
    tx,
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

/** A verdict that was drawn without the change loses against its version. */
async function updateInvoice(
  tx: Connection,
  invoice: StoredInvoice,
  change: InvoiceChange,
): Promise<StoredInvoice> {
  const { accepted, closed, returned, decidedSurplusMinor, surplusMinor, explained } = {
    ...invoice,
    ...change,
  }
  const changed = await queryOne(
    tx,
    invoiceRow,
    `update bitcoin_invoice set accepted_sats = ?, by_hand_sats = ?, returned_sats = ?, closed_how = ?,
        closed_at = case when ?::text is null then null else closed_at end,
        decided_surplus_minor = ?, surplus_minor = ?, explained_sats = ?,
        version = version + 1, updated_at = now() where id = ? returning *`,
    [
      typeof accepted === "bigint" ? accepted.toString() : null,
      isByHand(accepted) ? accepted.byHand.toString() : null,
      returned === null ? null : returned.toString(),
      closed,
      closed,
      decidedSurplusMinor.toString(),
      surplusMinor.toString(),
      explained.toString(),
      invoice.id,
    ],
  )
  await notifyPaymentChanged(tx, invoice.orderId)
  return changed
}

const tipRow = z.object({ tip_height: z.number().int(), tip_hash: z.string().nullable() })

async function readTip(connection: Connection): Promise<Tip | null> {
  const [row] = await rows(
    connection,
    `select tip_height, tip_hash from bitcoin_wallet where retired_at is null and tip_height is not null`,
  )
  if (row === undefined) return null
  const { tip_height: height, tip_hash: hash } = tipRow.parse(row)
  return { height, hash: hash ?? NO_TIP.hash }
}
