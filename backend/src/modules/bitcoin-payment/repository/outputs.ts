import { z } from "@medusajs/framework/zod"
import { arrivalOf } from "../domain/arrival"
import type { LostTransaction, Observations, PresentOutput, Txid } from "../ports/chain-source"
import type { InvoiceWithOutputs, Poll, StoredInvoice } from "../ports/ledger"
import { rows, type Connection } from "./database"
import { toInvoice, toOutput } from "./rows"

const txidRow = z.object({ txid: z.string() })
const idRow = z.object({ id: z.string() })

/** Transactions of these invoices that are in the mempool or in a block. */
export async function liveTransactions(
  connection: Connection,
  invoices: readonly StoredInvoice[],
): Promise<Txid[]> {
  if (invoices.length === 0) return []
  const found = await rows(
    connection,
    `select distinct txid from bitcoin_output where invoice_id = any(?) and status in ('mempool', 'confirmed')`,
    [invoices.map(({ id }) => id)],
  )
  return found.map((row) => txidRow.parse(row).txid)
}

/**
 * Stores a poll: new outputs with the time they arrived, known ones as they are now, and lost transactions. One that is
 * `gone` may be a hiccup of the source, so the second such answer in a row is the one that is believed; until then its
 * invoice is in doubt and is not among the invoices, for nothing may be concluded from it.
 */
export async function recordObservations(
  connection: Connection,
  poll: Poll,
  { present, lost }: Observations,
): Promise<InvoiceWithOutputs[]> {
  return connection.transaction(async (trx) => {
    const others = await unrequestedInvoices(trx, poll, present)
    const byAddress = new Map([...poll.asked, ...others].map((invoice) => [invoice.address, invoice]))
    const replaced = await arrivalsOf(
      trx,
      lost.map(({ txid }) => txid),
    )
    for (const output of present) {
      const invoice = byAddress.get(output.address)
      if (invoice) await storeOutput(trx, invoice, output, poll, replaced.get(invoice.id) ?? [])
    }
    await storeLost(trx, lost)
    // Whom a source speaks of unasked it has not been asked about in full: the facts are kept, the verdict waits.
    const invoices = poll.covers === "everything" ? [...poll.asked, ...others] : poll.asked
    const ids = invoices.map(({ id }) => id)
    await rows(
      trx,
      `update bitcoin_invoice set last_poll_at = greatest(last_poll_at, ?), poll_requested = false where id = any(?)`,
      [new Date(poll.startedAt), ids],
    )
    const stored = await rows(
      trx,
      `select * from bitcoin_output where invoice_id = any(?) order by seen_at, txid, vout`,
      [ids],
    )
    const doubtful = await inDoubt(trx, ids)
    const outputs = stored.map(toOutput)
    return invoices
      .filter(({ id }) => !doubtful.has(id))
      .map((invoice) => ({ invoice, outputs: outputs.filter(({ invoiceId }) => invoiceId === invoice.id) }))
  })
}

/** When the outputs of these transactions arrived, by invoice: one that takes their place keeps their place in time. */
async function arrivalsOf(connection: Connection, txids: readonly Txid[]): Promise<Map<string, number[]>> {
  const found = (
    await rows(connection, `select * from bitcoin_output where txid = any(?)`, [[...txids]])
  ).map(toOutput)
  const arrivals = new Map<string, number[]>()
  for (const { invoiceId, seenAt } of found)
    arrivals.set(invoiceId, [...(arrivals.get(invoiceId) ?? []), seenAt])
  return arrivals
}

async function storeLost(connection: Connection, lost: readonly LostTransaction[]): Promise<void> {
  const txidsOf = (status: LostTransaction["status"]) =>
    lost.filter((transaction) => transaction.status === status).map(({ txid }) => txid)
  await rows(
    connection,
    `update bitcoin_output set missed = missed + 1, updated_at = now(),
        status = case when missed >= 1 then 'gone' else status end,
        height = case when missed >= 1 then null else height end
      where txid = any(?) and status in ('mempool', 'confirmed')`,
    [txidsOf("gone")],
  )
  await rows(
    connection,
    `update bitcoin_output set status = 'conflicted', height = null, updated_at = now()
      where txid = any(?) and status <> 'conflicted'`,
    [txidsOf("conflicted")],
  )
}

/** Invoices with an output that was missed once: it may be there, or not. */
async function inDoubt(connection: Connection, ids: readonly string[]): Promise<Set<string>> {
  const found = await rows(
    connection,
    `select distinct invoice_id as id from bitcoin_output
      where invoice_id = any(?) and status in ('mempool', 'confirmed') and missed > 0`,
    [[...ids]],
  )
  return new Set(found.map((row) => idRow.parse(row).id))
}

/** Invoices that the answer speaks of without being asked. */
async function unrequestedInvoices(
  connection: Connection,
  { asked }: Poll,
  present: readonly PresentOutput[],
): Promise<StoredInvoice[]> {
  const known = new Set(asked.map(({ address }) => address))
  const others = [...new Set(present.map(({ address }) => address))].filter((address) => !known.has(address))
  if (others.length === 0) return []
  const found = await rows(
    connection,
    `select * from bitcoin_invoice where address = any(?) order by address_index`,
    [others],
  )
  return found.map(toInvoice)
}

async function storeOutput(
  connection: Connection,
  invoice: StoredInvoice,
  output: PresentOutput,
  { startedAt, previousAt }: Poll,
  replaced: readonly number[],
): Promise<void> {
  const lastPollAt = Math.max(previousAt ?? 0, invoice.lastPollAt)
  const seenAt = arrivalOf(lastPollAt, startedAt, output.blockTime, replaced)
  await rows(
    connection,
    `insert into bitcoin_output (txid, vout, invoice_id, sats, status, height, block_hash, seen_at)
       values (?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (txid, vout) do update set status = excluded.status, height = excluded.height,
        block_hash = excluded.block_hash, missed = 0, updated_at = now()
      where (bitcoin_output.status, bitcoin_output.height, bitcoin_output.block_hash, bitcoin_output.missed)
        is distinct from (excluded.status, excluded.height, excluded.block_hash, 0)`,
    [
      output.txid,
      output.vout,
      invoice.id,
      output.amount.toString(),
      output.status,
      output.height,
      output.blockHash,
      new Date(seenAt),
    ],
  )
}
