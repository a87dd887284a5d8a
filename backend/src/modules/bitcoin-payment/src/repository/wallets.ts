import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Wallet } from "../domain/stored-invoice"
import { queryOne, queryRows, rows, type Connection } from "medusa-payments/database"

const walletRow = z.object({ id: z.string(), descriptor: z.string(), network: z.string() })
const indexRow = z.object({ nextIndex: z.number().int() })
const watchedRow = walletRow.extend(indexRow.shape)
const unpaidRow = z.object({ unpaid: z.number().int(), limit: z.number().int().nullable() })
const orderRow = z.object({ orderId: z.string() })

/** The wallet of this descriptor, created on first use. Every other wallet is retired; its invoices stay watched. */
export async function useWallet(
  connection: Connection,
  descriptor: string,
  network: string,
): Promise<Wallet> {
  return connection.transaction(async (trx) => {
    await rows(
      trx,
      `insert into bitcoin_wallet (id, descriptor, network) values (?, ?, ?) on conflict (descriptor) do nothing`,
      [generateEntityId(undefined, "btcwal"), descriptor, network],
    )
    await rows(
      trx,
      `update bitcoin_wallet set retired_at = now() where descriptor <> ? and retired_at is null`,
      [descriptor],
    )
    return queryOne(
      trx,
      walletRow,
      `update bitcoin_wallet set retired_at = null where descriptor = ? returning id, descriptor, network`,
      [descriptor],
    )
  })
}

/** The wallets with addresses that money may come to: the one in use, and retired ones that gave some out. */
export async function watchedWallets(
  connection: Connection,
  network: string,
): Promise<{ id: string; descriptor: string; nextIndex: number }[]> {
  return queryRows(
    connection,
    watchedRow,
    `select id, descriptor, network, next_index from bitcoin_wallet
      where network = ? and (retired_at is null or next_index > 0)
      order by created_at`,
    [network],
  )
}

/** The first index whose address was not given out. */
export async function nextIndex(connection: Connection, walletId: string): Promise<number> {
  const row = await queryOne(connection, indexRow, `select next_index from bitcoin_wallet where id = ?`, [
    walletId,
  ])
  return row.nextIndex
}

/** Takes an index inside the caller's transaction: a rollback returns it, so there are no duplicates and no gaps. */
export async function takeIndex(connection: Connection, walletId: string): Promise<number> {
  const row = await queryOne(
    connection,
    indexRow,
    `update bitcoin_wallet set next_index = next_index + 1, updated_at = now() where id = ? returning next_index`,
    [walletId],
  )
  return row.nextIndex - 1
}

/** Passes over an index whose address was used before, unless another process already did. */
export async function skipIndex(connection: Connection, walletId: string, index: number): Promise<void> {
  await rows(connection, `update bitcoin_wallet set next_index = ? where id = ? and next_index = ?`, [
    index + 1,
    walletId,
    index,
  ])
}

/** The newest address of a wallet `w` that money reached, a buyer's or the owner's; −1: none. */
export const LAST_PAID = `greatest(-1, (
  select i.address_index from bitcoin_invoice i where i.wallet_id = w.id
     and exists (select 1 from bitcoin_output o where o.invoice_id = i.id and o.status in ('mempool', 'confirmed'))
   order by i.address_index desc limit 1), (
  select max(a.address_index) from bitcoin_own_address a where a.wallet_id = w.id and a.seen_at is not null))`

/** How many addresses were given out since the last one that money reached, and how many staff say the wallet scans. */
export async function unpaidRun(
  connection: Connection,
  walletId: string,
): Promise<{ unpaid: number; limit: number | null }> {
  return queryOne(
    connection,
    unpaidRow,
    `select next_index - 1 - ${LAST_PAID} as unpaid, gap_limit as "limit" from bitcoin_wallet w where id = ?`,
    [walletId],
  )
}

/** The orders of these addresses: one that renewed its quote is named more than once. */
export async function ordersUnpaidInARow(connection: Connection, walletId: string): Promise<string[]> {
  const found = await queryRows(
    connection,
    orderRow,
    `select u.order_id from bitcoin_wallet w join bitcoin_invoice u on u.wallet_id = w.id
      where w.id = ? and u.address_index > ${LAST_PAID}`,
    [walletId],
  )
  return found.map(({ orderId }) => orderId)
}
