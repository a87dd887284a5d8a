import { hostname } from "node:os"
import { z } from "@medusajs/framework/zod"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Tip } from "../ports/chain-source"
import type { LastPoll, Wallet } from "../ports/ledger"
import { rows, type Connection } from "./database"

const walletRow = z.object({ id: z.string(), descriptor: z.string(), network: z.string() })
const indexRow = z.object({ next_index: z.number().int() })

/** The wallet of this descriptor, made on first use; every other one is retired (and stays watched through its invoices). */
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

/** Takes an index inside the caller's transaction: rolled back with it, so there is neither a double nor a gap. */
export async function takeIndex(connection: Connection, walletId: string): Promise<number> {
  const [row] = await rows(
    connection,
    `update bitcoin_wallet set next_index = next_index + 1, updated_at = now() where id = ? returning next_index`,
    [walletId],
  )
  return indexRow.parse(row).next_index - 1
}

/** Passes over an index whose address has a past, unless somebody did already. */
export async function skipIndex(connection: Connection, walletId: string, index: number): Promise<void> {
  await rows(connection, `update bitcoin_wallet set next_index = ? where id = ? and next_index = ?`, [
    index + 1,
    walletId,
    index,
  ])
}

const pollRow = z.object({
  last_poll_at: z.date().nullable(),
  last_failure: z.string().nullable(),
  tip_height: z.number().int().nullable(),
  tip_hash: z.string().nullable(),
})

/** Keeps how the last poll went: a good one clears the failure, a failed one leaves the last good one standing. */
export async function recordPoll(
  connection: Connection,
  walletId: string,
  poll: { startedAt: number; tip: Tip } | { failure: string },
): Promise<void> {
  if ("failure" in poll) {
    await rows(connection, `update bitcoin_wallet set last_failure = ? where id = ?`, [
      poll.failure.slice(0, 500),
      walletId,
    ])
    return
  }
  await rows(
    connection,
    `update bitcoin_wallet set last_poll_at = ?, tip_height = ?, tip_hash = ?, last_failure = null, polled_by = ? where id = ?`,
    [new Date(poll.startedAt), poll.tip.height, poll.tip.hash, `${hostname()} (${process.pid})`, walletId],
  )
}

const rescanRow = z.object({ rescan_from: z.number().int() })

/** Begins the search of the past that the operator asked for, and has everything asked for anew in the next poll. */
export async function startRequestedRescan(
  connection: Connection,
  walletId: string,
  begin: (fromHeight: number | null) => Promise<void>,
): Promise<void> {
  const [row] = await rows(
    connection,
    `select rescan_from from bitcoin_wallet where id = ? and rescan_from is not null`,
    [walletId],
  )
  if (row === undefined) return
  const { rescan_from: from } = rescanRow.parse(row)
  await begin(from < 0 ? null : from)
  await rows(
    connection,
    `update bitcoin_wallet set rescan_from = null, tip_hash = null where id = ? and rescan_from = ?`,
    [walletId, from],
  )
}

/** How the watcher fares on this wallet, whichever process leads. */
export async function lastPoll(connection: Connection, walletId: string): Promise<LastPoll> {
  const [row] = await rows(
    connection,
    `select last_poll_at, last_failure, tip_height, tip_hash from bitcoin_wallet where id = ?`,
    [walletId],
  )
  const { last_poll_at: at, last_failure: failure, tip_height: height, tip_hash: hash } = pollRow.parse(row)
  return {
    at: at?.getTime() ?? null,
    failure,
    tip: height === null || hash === null ? null : { height, hash },
  }
}
