import { generateEntityId } from "@medusajs/framework/utils"
import { stateWhenClosed } from "../domain/evaluate"
import type { ClosedHow, InvoiceState } from "../domain/invoice"
import type { InvoiceRequest, StoredInvoice, Wallet } from "../domain/stored-invoice"
import { notifyPaymentChanged, queryOne, rows, type Connection } from "medusa-payments/database"
import { invoiceRow, queryInvoices } from "./rows"
import { appendTransition } from "./verdicts"
import { takeIndex } from "./wallets"

/** What becomes of a closed invoice in these does not wait for a poll. */
const ENDED_BY_CLOSING: readonly InvoiceState[] = [
  "awaiting_payment",
  "underpaid",
  "seen",
  "confirming",
  "expired",
]

/** Returns the session's own if there is one. An expired one is followed by a renewal while its order still stands. */
export async function openInvoice(
  connection: Connection,
  wallet: Wallet,
  request: InvoiceRequest,
  addressAt: (index: number) => string,
): Promise<StoredInvoice> {
  return connection.transaction(async (trx) => {
    // The lock makes a second call for the same session wait here and then find the first one's invoice.
    await rows(trx, `select pg_advisory_xact_lock(hashtextextended(?, 0))`, [request.sessionId])
    const [latest] = await queryInvoices(
      trx,
      `select * from bitcoin_invoice where session_id = ? order by renewal desc limit 1`,
      [request.sessionId],
    )
    if (latest !== undefined && !(latest.state === "expired" && latest.closed === null)) return latest
    return insertInvoice(trx, wallet, request, (latest?.renewal ?? -1) + 1, addressAt)
  })
}

/** A new invoice at the wallet's next address, inside the caller's transaction. */
export async function insertInvoice(
  connection: Connection,
  wallet: Wallet,
  request: InvoiceRequest,
  renewal: number,
  addressAt: (index: number) => string,
): Promise<StoredInvoice> {
  const index = await takeIndex(connection, wallet.id)
  return queryOne(
    connection,
    invoiceRow,
    `insert into bitcoin_invoice (id, order_id, session_id, renewal, wallet_id, address_index, address, price_minor, currency,
       due_sats, tolerance_sats, rate, rate_source, rate_at, expires_at, first_block_by, required_confirmations, required_sources, opened_at_height, state)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (select tip_height from bitcoin_wallet where id = ?), 'awaiting_payment') returning *`,
    [
      generateEntityId(undefined, "btcinv"),
      request.orderId,
      request.sessionId,
      renewal,
      wallet.id,
      index,
      addressAt(index),
      request.priceMinor.toString(),
      request.currency,
      request.due.toString(),
      request.tolerance.toString(),
      request.rate,
      request.rateSource,
      new Date(request.rateAt),
      new Date(request.expiresAt),
      new Date(request.firstBlockBy),
      request.requiredConfirmations,
      request.requiredSources,
      wallet.id,
    ],
  )
}

/** Still asks for money: neither captured nor closed, and nothing else was captured since it was opened. */
const ASKS = `(i.captured_at is null and i.closed_at is null and not exists (
  select 1 from bitcoin_invoice paid where paid.order_id = i.order_id and paid.captured_at > i.created_at))`

/** The invoice that represents an order or a session: one that asks, the one that money reached, else the newest. */
export async function findInvoice(
  connection: Connection,
  column: "id" | "order_id" | "session_id",
  value: string,
): Promise<StoredInvoice | null> {
  const sequence = `order by ${ASKS} desc, (i.state in ('confirmed', 'confirming', 'seen')) desc, i.created_at desc limit 1`
  const [found] = await queryInvoices(
    connection,
    `select i.* from bitcoin_invoice i where i.${column} = ? ${column === "id" ? "" : sequence}`,
    [value],
  )
  return found ?? null
}

export async function invoicesOf(connection: Connection, orderId: string): Promise<StoredInvoice[]> {
  return queryInvoices(
    connection,
    `select * from bitcoin_invoice where order_id = ? order by created_at desc, id`,
    [orderId],
  )
}

/** The money is in the books. Idempotent. */
export async function markCaptured(connection: Connection, id: string): Promise<void> {
  await connection.transaction(async (trx) => {
    const [captured] = await queryInvoices(
      trx,
      `update bitcoin_invoice set captured_at = now(), version = version + 1, updated_at = now()
        where id = ? and captured_at is null returning *`,
      [id],
    )
    if (captured !== undefined) await notifyPaymentChanged(trx, captured.orderId)
  })
}

/** Its order does not wait for it any more: money that comes now needs a person. A cancelled order ends superseded ones too. Idempotent. */
export async function markClosed(connection: Connection, id: string, how: ClosedHow): Promise<void> {
  await connection.transaction(async (trx) => {
    const [invoice] = await queryInvoices(
      trx,
      `select * from bitcoin_invoice
        where id = ? and (closed_at is null or closed_how = 'superseded' and ?::text = 'cancelled') for update`,
      [id, how],
    )
    if (invoice === undefined) return
    // What the chain says of the others stands until the next poll.
    const state = ENDED_BY_CLOSING.includes(invoice.state) ? stateWhenClosed(how) : invoice.state
    await rows(
      trx,
      `update bitcoin_invoice set closed_at = now(), closed_how = ?, state = ?, version = version + 1, updated_at = now() where id = ?`,
      [how, state, id],
    )
    await notifyPaymentChanged(trx, invoice.orderId)
    if (state !== invoice.state) await appendTransition(trx, invoice, state, `the invoice was closed: ${how}`)
  })
}
