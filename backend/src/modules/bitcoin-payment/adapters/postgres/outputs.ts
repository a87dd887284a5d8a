import { arrivalOf } from "../../domain/arrival"
import type { ObservedOutput } from "../../ports/chain-source"
import type { Dossier, StoredInvoice } from "../../ports/ledger"
import { rows, type Connection } from "./connection"
import { toOutput } from "./rows"

/**
 * Stores what a successful look found at these invoices' addresses: new outputs with the time they arrived, known
 * ones as they are now, and absent ones as missed; the second miss in a row is believed and reads `gone`.
 */
export async function recordOutputs(
  connection: Connection,
  invoices: readonly StoredInvoice[],
  observed: readonly ObservedOutput[],
  startedAt: number,
): Promise<Dossier[]> {
  if (invoices.length === 0) return []
  const ids = invoices.map(({ id }) => id)
  const byAddress = new Map(invoices.map((invoice) => [invoice.address, invoice]))
  return connection.transaction(async (trx) => {
    for (const output of observed) {
      const invoice = byAddress.get(output.address)
      if (invoice) await storeOutput(trx, invoice, output, startedAt)
    }
    const present = observed.map(({ txid, vout }) => `${txid}:${vout}`)
    await rows(
      trx,
      `update bitcoin_output set missed = missed + 1, updated_at = now(),
          status = case when missed >= 1 then 'gone' else status end,
          height = case when missed >= 1 then null else height end
        where invoice_id = any(?) and status in ('mempool','confirmed') and not (txid || ':' || vout = any(?))`,
      [ids, present],
    )
    await rows(trx, `update bitcoin_invoice set last_look_at = ? where id = any(?)`, [
      new Date(startedAt),
      ids,
    ])
    const stored = (
      await rows(trx, `select * from bitcoin_output where invoice_id = any(?) order by seen_at, txid, vout`, [
        ids,
      ])
    ).map(toOutput)
    return invoices.map((invoice) => ({
      invoice,
      outputs: stored.filter(({ invoiceId }) => invoiceId === invoice.id),
    }))
  })
}

async function storeOutput(
  connection: Connection,
  invoice: StoredInvoice,
  output: ObservedOutput,
  startedAt: number,
): Promise<void> {
  const seenAt = arrivalOf(invoice.lastLookAt, startedAt, output.blockTime)
  await rows(
    connection,
    `insert into bitcoin_output (txid, vout, invoice_id, sats, status, height, block_hash, seen_at) values (?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (txid, vout) do update set status = excluded.status, height = excluded.height, block_hash = excluded.block_hash,
        missed = 0, updated_at = now()
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
