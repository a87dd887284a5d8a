import { hostname } from "node:os"
import { z } from "@medusajs/framework/zod"
import type { Tip } from "../ports/chain-source"
import { rows, type Connection } from "medusa-payments/database"

export interface LastPoll {
  /** The start of the last successful poll. */
  readonly at: number | null
  readonly tip: Tip | null
  readonly source: string | null
  /** The newest block's own time. */
  readonly tipTime: number | null
  /** Why the polls since then failed, and since when. */
  readonly failure: string | null
  readonly failingSince: number | null
  /** Why one of two sources is unavailable, and since when; the other one is polled. */
  readonly sourceFailure: string | null
  readonly sourceFailingSince: number | null
  /** How far the source's clock is ahead of ours, in milliseconds; null: not known. */
  readonly clockOffset: number | null
}

const moment = z
  .date()
  .nullable()
  .transform((date) => date?.getTime() ?? null)
const pollRow = z.object({
  last_poll_at: moment,
  last_failure: z.string().nullable(),
  failing_since: moment,
  tip_height: z.number().int().nullable(),
  tip_hash: z.string().nullable(),
  tip_time: moment,
  tip_source: z.string().nullable(),
  source_failure: z.string().nullable(),
  source_failing_since: moment,
  clock_offset_seconds: z.number().int().nullable(),
})

export async function lastPoll(connection: Connection, walletId: string): Promise<LastPoll> {
  const [row] = await rows(
    connection,
    `select last_poll_at, last_failure, failing_since, tip_height, tip_hash, tip_time, tip_source, source_failure,
            source_failing_since, clock_offset_seconds from bitcoin_wallet where id = ?`,
    [walletId],
  )
  const poll = pollRow.parse(row)
  const { tip_height: height, tip_hash: hash } = poll
  return {
    at: poll.last_poll_at,
    failure: poll.last_failure,
    failingSince: poll.failing_since,
    tip: height === null || hash === null ? null : { height, hash },
    source: poll.tip_source,
    tipTime: poll.tip_time,
    sourceFailure: poll.source_failure,
    sourceFailingSince: poll.source_failing_since,
    clockOffset: poll.clock_offset_seconds === null ? null : 1000 * poll.clock_offset_seconds,
  }
}

/** Stores a poll that the source answered, in full or in part. Without a tip the next one asks about everything. */
export async function recordPoll(
  connection: Connection,
  walletId: string,
  poll: {
    startedAt: number
    tip: Tip | null
    height: number
    tipTime: number
    source: string
    sourceFailure: string | null
    clockOffset: number | null
  },
): Promise<void> {
  await rows(
    connection,
    `update bitcoin_wallet set last_poll_at = ?, tip_height = ?, tip_hash = ?, tip_time = ?, tip_source = ?, polled_by = ?,
        clock_offset_seconds = ?, last_failure = null, failing_since = null, source_failure = ?,
        source_failing_since = case when ?::text is null then null else coalesce(source_failing_since, ?) end
      where id = ?`,
    [
      new Date(poll.startedAt),
      poll.height,
      poll.tip?.hash ?? null,
      new Date(poll.tipTime),
      poll.source,
      `${hostname()} (${process.pid})`,
      poll.clockOffset === null ? null : Math.round(poll.clockOffset / 1000),
      poll.sourceFailure?.slice(0, 500) ?? null,
      poll.sourceFailure,
      new Date(poll.startedAt),
      walletId,
    ],
  )
}

/** Stores why the source cannot be trusted. The time and the tip of the last successful poll stay. */
export async function recordFailure(
  connection: Connection,
  walletId: string,
  now: number,
  error: unknown,
): Promise<void> {
  await rows(
    connection,
    `update bitcoin_wallet set last_failure = ?, failing_since = coalesce(failing_since, ?::timestamptz) where id = ?`,
    [(error instanceof Error ? error.message : String(error)).slice(0, 500), new Date(now), walletId],
  )
}

const rescanRow = z.object({ rescan_from: z.number().int() })

/** Starts the rescan that the operator requested. The next poll then asks about everything. */
export async function startRequestedRescan(
  connection: Connection,
  walletId: string,
  start: (fromHeight: number | null) => Promise<void>,
): Promise<void> {
  const [row] = await rows(
    connection,
    `select rescan_from from bitcoin_wallet where id = ? and rescan_from is not null`,
    [walletId],
  )
  if (row === undefined) return
  const { rescan_from: from } = rescanRow.parse(row)
  await start(from < 0 ? null : from)
  await rows(
    connection,
    `update bitcoin_wallet set rescan_from = null, tip_hash = null where id = ? and rescan_from = ?`,
    [walletId, from],
  )
}
