import { z } from "@medusajs/framework/zod"
import type { Tip } from "../ports/chain-source"
import type { InvoiceChange, PaymentReview, InvoiceDetails, ReviewTransaction } from "../ports/payment-review"
import type { StoredInvoice } from "../domain/stored-invoice"
import { closePaymentCase } from "./cases"
import { rows, type Connection } from "./database"
import { addRefund, auditEntriesOf, refundsOf, insertAuditEntry } from "./audit-entries"
import { insertInvoice, enqueueEffects, recordVerdict } from "./invoices"
import { notifyInvoiceChanged } from "./notifications"
import { addRefundAddress, refundAddressesOf, refundAddressNotifications } from "./refund-addresses"
import { refundRecording } from "./refund-recording"
import { toInvoice, toOutput } from "./rows"

const tipRow = z.object({ tip_height: z.number().int(), tip_hash: z.string() })
const NO_TIP: Tip = { height: 0, hash: "unknown" }

/** Where staff's decisions are kept: the same tables, and Postgres' row locks between them and the watcher. */
export function postgresPaymentReview(connection: Connection): PaymentReview {
  return {
    ...refundRecording(connection),
    ...refundAddressNotifications(connection),
    withInvoiceLocked: (invoiceId, work) =>
      connection.transaction(async (trx) => {
        // All invoices of the order, always in the same order: two members of staff cannot wait for each other.
        const found = await rows(
          trx,
          `select * from bitcoin_invoice where order_id = (select order_id from bitcoin_invoice where id = ?)
            order by id for update`,
          [invoiceId],
        )
        const files = await loadDetails(trx, found.map(toInvoice))
        const file = files.find(({ invoice }) => invoice.id === invoiceId)
        return file === undefined ? null : work(file, reviewTransaction(trx, file))
      }),
    detailsOfOrder: async (orderId) =>
      loadDetails(
        connection,
        (await rows(connection, `select * from bitcoin_invoice where order_id = ?`, [orderId])).map(
          toInvoice,
        ),
      ),
    requestPoll: async (orderId) => {
      await rows(connection, `update bitcoin_invoice set poll_requested = true where order_id = ?`, [orderId])
    },
  }
}

/** Files of all invoices of one order, the newest quote first. */
async function loadDetails(
  connection: Connection,
  invoices: readonly StoredInvoice[],
): Promise<InvoiceDetails[]> {
  const ids = invoices.map(({ id }) => id)
  const outputs = (
    await rows(
      connection,
      `select * from bitcoin_output where invoice_id = any(?) order by seen_at, txid, vout`,
      [ids],
    )
  ).map(toOutput)
  const auditEntries = await auditEntriesOf(connection, ids)
  const refunds = await refundsOf(connection, ids)
  const refundAddresses = await refundAddressesOf(connection, ids)
  const tip = await tipOf(connection)
  const newestFirst = [...invoices].sort((one, other) => other.createdAt - one.createdAt)
  return newestFirst.map((invoice, place) => {
    const ofThis = (row: { invoiceId: string }) => row.invoiceId === invoice.id
    return {
      invoice,
      outputs: outputs.filter(ofThis),
      auditEntries: auditEntries.filter(ofThis),
      refunds: refunds.filter(ofThis),
      refundAddresses: refundAddresses.filter(ofThis),
      isNewest: place === 0,
      isPaidByAnother: invoices.some(({ id, captured }) => id !== invoice.id && captured),
      tip,
    }
  })
}

async function tipOf(connection: Connection): Promise<Tip | null> {
  const [row] = await rows(
    connection,
    `select tip_height, tip_hash from bitcoin_wallet where retired_at is null and tip_height is not null and tip_hash is not null`,
  )
  if (row === undefined) return null
  const { tip_height: height, tip_hash: hash } = tipRow.parse(row)
  return { height, hash }
}

function reviewTransaction(connection: Connection, { invoice, tip }: InvoiceDetails): ReviewTransaction {
  return {
    addAuditEntry: (entry) => insertAuditEntry(connection, invoice.id, entry),
    addRefundAddress: (given) => addRefundAddress(connection, invoice.id, given),
    addRefund: (refund) => addRefund(connection, invoice.id, refund),
    change: async (change, verdict, effects, by, cause) => {
      await writeChange(connection, invoice, change)
      await closePaymentCase(connection, invoice.id, by.email)
      await recordVerdict(connection, invoice, verdict, tip ?? NO_TIP, effects, cause)
    },
    openNext: async (wallet, request, addressAt) => {
      const [row] = await rows(
        connection,
        `select max(renewal)::int as renewal from bitcoin_invoice where session_id = ?`,
        [request.sessionId],
      )
      const { renewal } = z.object({ renewal: z.number().int() }).parse(row)
      const { id, orderId } = await insertInvoice(connection, wallet, request, renewal + 1, addressAt)
      // In the same transaction: whoever is asked for money by a new invoice hears of it, whatever crashes.
      await enqueueEffects(connection, id, [{ kind: "mail_new_invoice", notBefore: 0 }])
      await notifyInvoiceChanged(connection, orderId)
    },
  }
}

async function writeChange(
  connection: Connection,
  invoice: StoredInvoice,
  change: InvoiceChange,
): Promise<void> {
  const { accepted, closed, returned } = { ...invoice, ...change }
  await rows(
    connection,
    `update bitcoin_invoice set accepted_sats = ?, settled_by_hand = ?, returned_sats = ?, closed_how = ?,
        closed_at = case when ?::text is null then null else closed_at end, updated_at = now() where id = ?`,
    [
      typeof accepted === "bigint" ? accepted.toString() : null,
      String(accepted === "by_hand"),
      returned === null ? null : returned.toString(),
      closed,
      closed,
      invoice.id,
    ],
  )
}
