import { hostname } from "node:os"
import { z } from "@medusajs/framework/zod"
import { DOUBT } from "../domain/arrival"
import type { Policy } from "../domain/invoice"
import type { StoredInvoice } from "../domain/stored-invoice"
import type { Tip, Txid } from "../ports/chain-source"
import { rows, type Connection } from "./database"
import { toInvoice } from "./rows"

/** The conditions of the partial indexes: Postgres uses an index only where it can prove its condition. */
const OPEN = `state in ('awaiting_payment', 'underpaid', 'seen', 'confirming', 'review')`
const PAST = `state in ('confirmed', 'expired', 'cancelled', 'refunded')`
/** Paid in full, but its order had been closed: the next poll makes it a case for staff. */
const PAID_TOO_LATE = `state = 'confirmed' and closed_at is not null and captured_at is null`

/**
 * The invoices that are due, at most `limit`. First those that were requested and those whose deadline has just passed: what
 * came in time is told from what came late by this poll (`momentBetween`). Then the open ones that have waited longest in
 * proportion to their interval, so that a small budget slows all of them down alike. Those that are over take a fifth, and
 * what the others leave.
 * @param sources how many sources answer: invoices that need more wait
 */
export async function dueInvoices(
  connection: Connection,
  now: number,
  limit: number,
  { graceMs }: Pick<Policy, "graceMs">,
  sources: 1 | 2 = 2,
): Promise<StoredInvoice[]> {
  const forPast = Math.ceil(limit / 5)
  const found = await rows(
    connection,
    `with requested as (select id from bitcoin_invoice where poll_requested and :enough order by last_poll_at limit :limit),
      ended as (
        select id from bitcoin_invoice where ${OPEN} and next_poll_at <= :now and :enough and (
              state = 'awaiting_payment' and expires_at between last_poll_at and :now and expires_at > :now - :doubt
           or state = 'underpaid' and expires_at + :grace between last_poll_at and :now and expires_at + :grace > :now - :doubt)
         order by expires_at limit :limit),
      late as (select id from bitcoin_invoice where ${PAID_TOO_LATE} and :enough limit :limit),
      open as (
        select id from bitcoin_invoice where ${OPEN} and next_poll_at <= :now and :enough
         order by extract(epoch from :now - last_poll_at) / greatest(1, extract(epoch from next_poll_at - last_poll_at)) desc
         limit :limit),
      past as (
        select id from bitcoin_invoice where ${PAST} and next_poll_at <= :now and :enough order by next_poll_at limit :limit),
      ranked as (
        select id, 0 as class, 0 as rank from requested union all
        select id, 0, 0 from ended union all
        select id, 0, 0 from late union all
        select id, 1, row_number() over () from open union all
        select id, case when row_number() over () <= :past then 0 else 2 end, row_number() over () from past),
      chosen as (select id, min(class) as class, min(rank) as rank from ranked group by id order by 2, 3 limit :limit)
     select i.* from chosen c join bitcoin_invoice i on i.id = c.id order by c.class, c.rank`
      .replaceAll(":enough", `required_sources <= ${sources}`)
      .replaceAll(":now", `timestamptz '${new Date(now).toISOString()}'`)
      .replaceAll(":grace", interval(graceMs))
      .replaceAll(":doubt", interval(DOUBT))
      .replaceAll(":limit", String(Math.floor(limit)))
      .replaceAll(":past", String(forPast)),
    [],
  )
  return found.map(toInvoice)
}

const interval = (ms: number) => `interval '${Math.round(ms)} milliseconds'`

const transactionRow = z.object({ invoice_id: z.string(), txid: z.string() })

/** Transactions of these invoices that are in the mempool or in a block, by invoice. */
export async function liveTransactions(
  connection: Connection,
  invoices: readonly StoredInvoice[],
): Promise<Map<string, Txid[]>> {
  const live = new Map<string, Txid[]>()
  if (invoices.length === 0) return live
  const found = await rows(
    connection,
    `select distinct invoice_id, txid from bitcoin_output
      where invoice_id = any(?) and status in ('mempool', 'confirmed')`,
    [invoices.map(({ id }) => id)],
  )
  for (const row of found) {
    const { invoice_id: id, txid } = transactionRow.parse(row)
    live.set(id, [...(live.get(id) ?? []), txid])
  }
  return live
}

/** A block makes at most this many ended invoices due before their time. */
const MAX_RECENTLY_ENDED = 200

/**
 * Makes due what a new block may have changed. While each block follows the last one polled, captured payments only gain
 * depth; after a gap or a reorganisation every payment with fewer than 100 confirmations is due.
 */
export async function requestPollsForBlock(
  connection: Connection,
  { now, isNext, sees }: { now: number; isNext: boolean; sees: "everything" | "addresses" },
): Promise<void> {
  const setDue = `update bitcoin_invoice set next_poll_at = least(next_poll_at, last_poll_at)`
  await rows(
    connection,
    `${setDue} where ${OPEN} and (state in ('underpaid', 'seen', 'confirming') or (state = 'review' and confirmations < 100))`,
  )
  if (sees === "everything" || !isNext)
    await rows(connection, `${setDue} where state = 'confirmed' and confirmations < 100`)
  if (sees === "everything") return
  await rows(
    connection,
    `${setDue} where id in (
       select id from bitcoin_invoice where state in ('expired', 'cancelled', 'review') and expires_at > ?::timestamptz - interval '1 day'
        order by expires_at desc limit ${MAX_RECENTLY_ENDED}) and last_poll_at < ?::timestamptz - interval '1 minute'`,
    [new Date(now), new Date(now)],
  )
}

/** Makes open invoices due that another kind of source would have left until their deadline. */
export async function requestPollsOfOpen(connection: Connection, now: number): Promise<void> {
  await rows(
    connection,
    `update bitcoin_invoice set next_poll_at = ? where ${OPEN} and next_poll_at > ?::timestamptz + interval '1 minute'`,
    [new Date(now), new Date(now)],
  )
}

/** How long an open order page counts as open after its last sign of life. */
const VIEWED_MS = 2 * 60_000

/** Stores when each invoice is polled next; an error of its last poll is over. */
export async function schedulePolls(
  connection: Connection,
  now: number,
  polls: readonly { readonly id: string; readonly at: number }[],
): Promise<void> {
  if (polls.length === 0) return
  await rows(
    connection,
    `update bitcoin_invoice i set poll_failures = 0, poll_error = null,
        next_poll_at = case when i.viewed_at > ? and i.state in ('awaiting_payment', 'underpaid')
          then least(?::timestamptz, s.at) else s.at end
      from unnest(?::text[], ?::timestamptz[]) as s(id, at) where i.id = s.id`,
    [
      new Date(now - VIEWED_MS),
      new Date(now),
      polls.map(({ id }) => id),
      polls.map(({ at }) => new Date(at).toISOString()),
    ],
  )
}

/** A buyer has the order's page open now. */
export async function markViewed(connection: Connection, orderId: string): Promise<void> {
  await rows(
    connection,
    `update bitcoin_invoice set viewed_at = now(), next_poll_at = least(next_poll_at, last_poll_at)
      where order_id = ? and state in ('awaiting_payment', 'underpaid')`,
    [orderId],
  )
}

/** One invoice could not be polled or evaluated. It is tried again after 15, 30, 60 … seconds, at most 10 minutes. */
export async function recordPollError(
  connection: Connection,
  id: string,
  now: number,
  error: unknown,
): Promise<void> {
  // A database error ends with its reason, after the statement.
  const reason = (error instanceof Error ? error.message : String(error)).slice(-500)
  await rows(
    connection,
    `update bitcoin_invoice set poll_failures = poll_failures + 1, poll_error = ?,
        next_poll_at = ?::timestamptz + least(interval '10 minutes', interval '15 seconds' * power(2, least(poll_failures, 10)))
      where id = ?`,
    [reason, new Date(now), id],
  )
}

export interface LastPoll {
  /** The start of the last successful poll. */
  readonly at: number | null
  readonly tip: Tip | null
  /** The name of the source that told the tip. */
  readonly source: string | null
  /** The newest block's own time. */
  readonly tipTime: number | null
  /** Why the polls since then failed, and since when. */
  readonly failure: string | null
  readonly failingSince: number | null
  /** Why one of two sources is unavailable, and since when; the other one is polled. */
  readonly sourceFailure: string | null
  readonly sourceFailingSince: number | null
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
})

/** The state of polling for this wallet, whichever process leads. */
export async function lastPoll(connection: Connection, walletId: string): Promise<LastPoll> {
  const [row] = await rows(
    connection,
    `select last_poll_at, last_failure, failing_since, tip_height, tip_hash, tip_time, tip_source, source_failure,
            source_failing_since from bitcoin_wallet where id = ?`,
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
  }
}

/** Stores a poll that the source answered, in full or in part. */
export async function recordPoll(
  connection: Connection,
  walletId: string,
  poll: {
    startedAt: number
    tip: Tip | null
    tipTime: number
    source: string
    sourceFailure: string | null
  },
): Promise<void> {
  await rows(
    connection,
    `update bitcoin_wallet set last_poll_at = ?, tip_height = ?, tip_hash = ?, tip_time = ?, tip_source = ?, polled_by = ?,
        last_failure = null, failing_since = null, source_failure = ?,
        source_failing_since = case when ?::text is null then null else coalesce(source_failing_since, ?) end
      where id = ?`,
    [
      new Date(poll.startedAt),
      poll.tip?.height ?? null,
      poll.tip?.hash ?? null,
      new Date(poll.tipTime),
      poll.source,
      `${hostname()} (${process.pid})`,
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
