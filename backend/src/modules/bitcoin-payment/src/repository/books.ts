import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { queryRows, rows, type Connection } from "medusa-payments/database"
import type { ChainTransaction } from "../ports/chain-source"
import type { Rate } from "../ports/rate-source"

interface Outpoint {
  readonly txid: string
  readonly vout: number
}

export async function usedCurrencies(connection: Connection): Promise<string[]> {
  const row = z.object({ currency: z.string() })
  const found = await queryRows(connection, row, `select distinct currency from bitcoin_invoice`)
  return found.map(({ currency }) => currency)
}

export async function insertRate(
  connection: Connection,
  { currency, asOf, rate, source }: Rate,
): Promise<void> {
  await rows(
    connection,
    `insert into bitcoin_rate (id, currency, at, rate, source) values (?, ?, ?, ?, ?) on conflict do nothing`,
    [generateEntityId(undefined, "btcrate"), currency, new Date(asOf), rate, source],
  )
}

const outpointRow = z.object({ txid: z.string(), vout: z.number().int() })

/** Coins that nothing has spent as far as the shop knows, and that were not asked about for a day. */
export async function coinsToAsk(connection: Connection, limit: number): Promise<Outpoint[]> {
  return queryRows(
    connection,
    outpointRow,
    `select txid, vout from bitcoin_coin
      where spent_txid is null and coalesce(spend_asked_at, '-infinity') < now() - interval '1 day'
      order by spend_asked_at nulls first, txid, vout limit ${limit}`,
  )
}

/** Without an answer it is asked about again at the next occasion, after all others. */
export async function setSpendAsked(
  connection: Connection,
  { txid, vout }: Outpoint,
  isAnswered: boolean,
): Promise<void> {
  const at = isAnswered ? "now()" : "now() - interval '1 day'"
  for (const table of COINS)
    await rows(connection, `update ${table} set spend_asked_at = ${at} where txid = ? and vout = ?`, [
      ...[txid, vout],
    ])
}

const COINS = ["bitcoin_output", "bitcoin_own_coin"]

/** Those of these outputs that are the shop's. A block spends them; once it is final, the transaction is booked. */
export async function markSpent(
  connection: Connection,
  spent: readonly Outpoint[],
  spentTxid: string,
): Promise<void> {
  for (const table of COINS)
    await rows(
      connection,
      `update ${table} set spent_txid = ?, updated_at = now() where (txid, vout) in
        (select * from unnest(?::text[], ?::text[]::int[]))`,
      [spentTxid, spent.map(({ txid }) => txid), spent.map(({ vout }) => String(vout))],
    )
}

/** A reorganisation took the transaction out, and another one its coins, or none. */
export async function forgetSpend(connection: Connection, txid: string): Promise<void> {
  for (const table of COINS)
    await rows(
      connection,
      `update ${table} set spent_txid = null, spend_asked_at = null, updated_at = now() where spent_txid = ?`,
      [txid],
    )
}

/** The longest not looked at first: one that always fails stops no other. */
export async function unbookedSpends(connection: Connection, limit: number): Promise<string[]> {
  const row = z.object({ spentTxid: z.string() })
  const found = await queryRows(
    connection,
    row,
    `select spent_txid from bitcoin_coin c where spent_txid is not null
      and not exists (select 1 from bitcoin_spend s where s.txid = c.spent_txid)
      group by 1 order by max(spend_asked_at) nulls first, 1 limit ${limit}`,
  )
  return found.map(({ spentTxid }) => spentTxid)
}

export async function setSpendLookedAt(connection: Connection, txid: string): Promise<void> {
  for (const table of COINS)
    await rows(connection, `update ${table} set spend_asked_at = now() where spent_txid = ?`, [txid])
}

/** Which of these addresses the shop has given out. */
export async function shopAddressesAmong(
  connection: Connection,
  addresses: readonly string[],
): Promise<string[]> {
  const row = z.object({ address: z.string() })
  const found = await queryRows(
    connection,
    row,
    `select address from bitcoin_invoice where address = any(?)
      union all select address from bitcoin_own_address where address = any(?)`,
    [[...addresses], [...addresses]],
  )
  return found.map(({ address }) => address)
}

/** Books a final transaction with what of it came back. Again, it changes nothing. */
export async function insertSpend(
  connection: Connection,
  { txid, inputs, outputs }: ChainTransaction,
  at: number,
  own: ChainTransaction["outputs"],
): Promise<void> {
  const paid = outputs.reduce((sum, { amount }) => sum + amount, 0n)
  await connection.transaction(async (tx) => {
    await rows(
      tx,
      `insert into bitcoin_spend (txid, at, inputs, outputs_sats) values (?, ?, ?, ?) on conflict do nothing`,
      [txid, new Date(at), inputs.length, paid.toString()],
    )
    for (const { vout, amount } of own)
      await rows(
        tx,
        `insert into bitcoin_own_coin (txid, vout, sats) values (?, ?, ?) on conflict do nothing`,
        [txid, vout, amount.toString()],
      )
    await markSpent(tx, inputs, txid)
  })
}
