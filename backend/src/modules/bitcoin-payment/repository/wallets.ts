import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Wallet } from "../domain/stored-invoice"
import { rows, type Connection } from "./database"

const walletRow = z.object({ id: z.string(), descriptor: z.string(), network: z.string() })
const indexRow = z.object({ next_index: z.number().int() })

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
    const [wallet] = await rows(
      trx,
      `update bitcoin_wallet set retired_at = null where descriptor = ? returning id, descriptor, network`,
      [descriptor],
    )
    return walletRow.parse(wallet)
  })
}

/** The first index whose address was not given out. */
export async function nextIndex(connection: Connection, walletId: string): Promise<number> {
  const [row] = await rows(connection, `select next_index from bitcoin_wallet where id = ?`, [walletId])
  return indexRow.parse(row).next_index
}

/** Takes an index inside the caller's transaction: a rollback returns it, so there are no duplicates and no gaps. */
export async function takeIndex(connection: Connection, walletId: string): Promise<number> {
  const [row] = await rows(
    connection,
    `update bitcoin_wallet set next_index = next_index + 1, updated_at = now() where id = ? returning next_index`,
    [walletId],
  )
  return indexRow.parse(row).next_index - 1
}

/** Passes over an index whose address was used before, unless another process already did. */
export async function skipIndex(connection: Connection, walletId: string, index: number): Promise<void> {
  await rows(connection, `update bitcoin_wallet set next_index = ? where id = ? and next_index = ?`, [
    index + 1,
    walletId,
    index,
  ])
}
