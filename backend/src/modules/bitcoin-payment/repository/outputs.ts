import { z } from "@medusajs/framework/zod"
import { arrivalOf } from "../domain/arrival"
import type { Output } from "../domain/invoice"
import type { StoredInvoice } from "../domain/stored-invoice"
import type { LostTransaction, Observations, PresentOutput, Txid } from "../ports/chain-source"
import { rows, type Connection } from "./database"
import { toInvoice, toOutput } from "./rows"

/** One poll of the chain. */
export interface Poll {
  readonly startedAt: number
  readonly asked: readonly StoredInvoice[]
  /** Whether the answer is complete for every invoice, or for those that were asked about. */
  readonly covers: "everything" | "asked"
  /** When the poll before this one started, if that covered every invoice; null: each invoice has its own time. */
  readonly previousAt: number | null
}

/** An invoice with all outputs that the chain showed for it. */
export interface PolledInvoice {
  readonly invoice: StoredInvoice
  readonly outputs: readonly Output[]
}

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
 * Stores a poll: new outputs with the time they arrived, known ones as they are now, and lost transactions. A
 * transaction that is `gone` once may be an error of the source; after the second time in a row it counts as gone. Until
 * then its invoice is not evaluated. An invoice that another poll updated meanwhile is left as it is.
 * @returns the invoices whose facts are complete now
 */
export async function recordObservations(
  connection: Connection,
  poll: Poll,
  { present, lost }: Observations,
): Promise<PolledInvoice[]> {
  return connection.transaction(async (trx) => {
    const overtaken = await overtakenInvoices(trx, poll.asked)
    const asked = poll.asked.filter(({ id }) => !overtaken.has(id))
    const unrequested = await unrequestedInvoices(trx, poll, present)
    const byAddress = new Map([...asked, ...unrequested].map((invoice) => [invoice.address, invoice]))
    const replaced = await arrivalsOf(
      trx,
      lost.map(({ txid }) => txid),
    )
    for (const output of present) {
      const invoice = byAddress.get(output.address)
      if (invoice) await storeOutput(trx, invoice, output, poll, replaced.get(invoice.id) ?? [])
    }
    await storeLost(trx, lost, overtaken)
    // The source may know more about invoices that it was not asked about: their facts are stored, the verdict waits.
    const invoices = poll.covers === "everything" ? [...asked, ...unrequested] : asked
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

/** Invoices that were polled since this poll read them: its answer may be older than what is stored. */
async function overtakenInvoices(
  connection: Connection,
  asked: readonly StoredInvoice[],
): Promise<Set<string>> {
  const found = await rows(
    connection,
    `select * from bitcoin_invoice where id = any(?) order by id for no key update`,
    [asked.map(({ id }) => id)],
  )
  const readAt = new Map(asked.map(({ id, lastPollAt }) => [id, lastPollAt]))
  const current = found.map(toInvoice)
  return new Set(current.filter(({ id, lastPollAt }) => readAt.get(id) !== lastPollAt).map(({ id }) => id))
}

/** When the outputs of these transactions arrived, by invoice: a replacement keeps the time of what it replaces. */
async function arrivalsOf(connection: Connection, txids: readonly Txid[]): Promise<Map<string, number[]>> {
  const found = (
    await rows(connection, `select * from bitcoin_output where txid = any(?)`, [[...txids]])
  ).map(toOutput)
  const arrivals = new Map<string, number[]>()
  for (const { invoiceId, seenAt } of found)
    arrivals.set(invoiceId, [...(arrivals.get(invoiceId) ?? []), seenAt])
  return arrivals
}

async function storeLost(
  connection: Connection,
  lost: readonly LostTransaction[],
  overtaken: ReadonlySet<string>,
): Promise<void> {
  const txidsOf = (status: LostTransaction["status"]) =>
    lost.filter((transaction) => transaction.status === status).map(({ txid }) => txid)
  await rows(
    connection,
    `update bitcoin_output set missed = missed + 1, updated_at = now(),
        status = case when missed >= 1 then 'gone' else status end,
        height = case when missed >= 1 then null else height end
      where txid = any(?) and status in ('mempool', 'confirmed') and invoice_id <> all(?)`,
    [txidsOf("gone"), [...overtaken]],
  )
  await rows(
    connection,
    `update bitcoin_output set status = 'conflicted', height = null, updated_at = now()
      where txid = any(?) and status <> 'conflicted' and invoice_id <> all(?)`,
    [txidsOf("conflicted"), [...overtaken]],
  )
}

/** Invoices with an output that was missed once. */
async function inDoubt(connection: Connection, ids: readonly string[]): Promise<Set<string>> {
  const found = await rows(
    connection,
    `select distinct invoice_id as id from bitcoin_output
      where invoice_id = any(?) and status in ('mempool', 'confirmed') and missed > 0`,
    [[...ids]],
  )
  return new Set(found.map((row) => idRow.parse(row).id))
}

/** Invoices that the answer mentions although the poll did not ask about them. */
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
