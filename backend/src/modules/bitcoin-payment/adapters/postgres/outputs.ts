import { z } from "@medusajs/framework/zod"
import { arrivalOf } from "../../domain/arrival"
import type { Observations, PresentOutput, Txid } from "../../ports/chain-source"
import type { Dossier, Look, StoredInvoice } from "../../ports/ledger"
import { rows, type Connection } from "./connection"
import { toInvoice, toOutput } from "./rows"

const txidRow = z.object({ txid: z.string() })

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
 * Stores a look: new outputs with the time they arrived, known ones as they are now, and lost transactions. One that is
 * `gone` may be a hiccup of the source, so the second such answer in a row is the one that is believed.
 */
export async function recordObservations(
  connection: Connection,
  look: Look,
  { present, lost }: Observations,
): Promise<Dossier[]> {
  return connection.transaction(async (trx) => {
    const invoices = await spokenOf(trx, look, present)
    const byAddress = new Map(invoices.map((invoice) => [invoice.address, invoice]))
    for (const output of present) {
      const invoice = byAddress.get(output.address)
      if (invoice) await storeOutput(trx, invoice, output, look)
    }
    await rows(
      trx,
      `update bitcoin_output set missed = missed + 1, updated_at = now(),
          status = case when missed >= 1 then 'gone' else status end,
          height = case when missed >= 1 then null else height end
        where txid = any(?) and status in ('mempool', 'confirmed')`,
      [lost.filter(({ status }) => status === "gone").map(({ txid }) => txid)],
    )
    await rows(
      trx,
      `update bitcoin_output set status = 'conflicted', height = null, updated_at = now() where txid = any(?) and status <> 'conflicted'`,
      [lost.filter(({ status }) => status === "conflicted").map(({ txid }) => txid)],
    )
    const ids = invoices.map(({ id }) => id)
    await rows(trx, `update bitcoin_invoice set last_look_at = ? where id = any(?)`, [
      new Date(look.startedAt),
      ids,
    ])
    const stored = await rows(
      trx,
      `select * from bitcoin_output where invoice_id = any(?) order by seen_at, txid, vout`,
      [ids],
    )
    const outputs = stored.map(toOutput)
    return invoices.map((invoice) => ({
      invoice,
      outputs: outputs.filter(({ invoiceId }) => invoiceId === invoice.id),
    }))
  })
}

/** The invoices that were asked for, and those that the answer speaks of without being asked. */
async function spokenOf(
  connection: Connection,
  { asked }: Look,
  present: readonly PresentOutput[],
): Promise<StoredInvoice[]> {
  const known = new Set(asked.map(({ address }) => address))
  const others = [...new Set(present.map(({ address }) => address))].filter((address) => !known.has(address))
  if (others.length === 0) return [...asked]
  const found = await rows(connection, `select * from bitcoin_invoice where address = any(?)`, [others])
  return [...asked, ...found.map(toInvoice)]
}

async function storeOutput(
  connection: Connection,
  invoice: StoredInvoice,
  output: PresentOutput,
  { startedAt, previousAt }: Look,
): Promise<void> {
  const seenAt = arrivalOf(Math.max(previousAt ?? 0, invoice.lastLookAt), startedAt, output.blockTime)
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
