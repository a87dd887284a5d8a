import { hostname } from "node:os"
import { z } from "@medusajs/framework/zod"
import type { StoredInvoice } from "../domain/stored-invoice"
import type { ChainSource, Tip } from "../ports/chain-source"
import { rows, type Connection } from "./database"
import { toInvoice } from "./rows"

/** What decides which invoices a poll asks about. */
export interface PollWindow {
  readonly now: number
  readonly sees: ChainSource["sees"]
  /** A new block since the last poll. */
  readonly hasTipMoved: boolean
  /** The first poll after a start asks about everything, before anything can expire. */
  readonly isFirst: boolean
}

/** So deep that no reorganisation has ever reached it. */
const SETTLED = 100

/** Paid in full, but its order had been closed: the next poll makes it a case for staff. */
const PAID_TOO_LATE = `(state = 'confirmed' and closed_at is not null and captured_at is null)`

/** 600 requests a minute with a poll every three seconds, however many invoices are open. */
const MAX_UNPAID_PER_POLL = 30

/**
 * For a source that is asked by address: recent and part-paid invoices with every poll, older open ones every 15 seconds,
 * ended ones with each block for a day, hourly for 30 days, then daily without end. If more are open than one poll
 * takes, the ones polled longest ago come first; no invoice expires before it was polled.
 */
const BY_ADDRESS = `
  state in ('underpaid', 'seen')
  or ${PAID_TOO_LATE}
  or id in (select id from bitcoin_invoice where state = 'awaiting_payment'
        and (created_at > :now - interval '30 minutes' or expires_at < :now
          or last_poll_at < :now - interval '15 seconds')
        order by last_poll_at limit ${MAX_UNPAID_PER_POLL})
  or (state = 'confirming' and last_poll_at < :now - interval '15 seconds')
  or (:moved and state in ('confirming', 'confirmed', 'review') and confirmations < ${SETTLED})
  or (:moved and state in ('expired', 'cancelled', 'review') and expires_at > :now - interval '1 day'
        and last_poll_at < :now - interval '1 minute')
  or (state in ('expired', 'cancelled', 'review', 'confirmed', 'refunded') and last_poll_at < :now - case
        when expires_at > :now - interval '30 days' then interval '1 hour' else interval '1 day' end)`

/** A source that follows the whole wallet reports money by itself: only what time or a new block can change is due. */
const BY_CHANGE = `
  (state in ('awaiting_payment', 'underpaid') and expires_at < :now)
  or state in ('underpaid', 'seen')
  or ${PAID_TOO_LATE}
  or (:moved and state in ('confirming', 'confirmed', 'review') and confirmations < ${SETTLED})
  or (state = 'review' and confirmations = 0 and last_poll_at < :now - interval '15 seconds')`

/** The operator may request every invoice there is, and a poll must end. */
const MAX_REQUESTED_PER_POLL = 50
const REQUESTED = `id in (select id from bitcoin_invoice where poll_requested
  order by state in ('awaiting_payment', 'underpaid', 'seen', 'confirming') desc, last_poll_at limit ${MAX_REQUESTED_PER_POLL})`

const NOT_SETTLED = `confirmations < ${SETTLED}`

/** The invoices that are due for this poll. */
export async function invoicesToPoll(connection: Connection, window: PollWindow): Promise<StoredInvoice[]> {
  const condition = window.isFirst ? NOT_SETTLED : window.sees === "everything" ? BY_CHANGE : BY_ADDRESS
  const sql = condition
    .replaceAll(":now", "(select now from poll_window)")
    .replaceAll(":moved", "(select moved from poll_window)")
  const found = await rows(
    connection,
    `with poll_window as (select ?::timestamptz as now, ?::boolean as moved)
     select * from bitcoin_invoice where ${REQUESTED} or ${sql} order by created_at`,
    [new Date(window.now), String(window.hasTipMoved)],
  )
  return found.map(toInvoice)
}

export interface LastPoll {
  /** The start of the last successful poll. */
  readonly at: number | null
  readonly tip: Tip | null
  /** Why the polls since then failed. */
  readonly failure: string | null
}

const pollRow = z.object({
  last_poll_at: z.date().nullable(),
  last_failure: z.string().nullable(),
  tip_height: z.number().int().nullable(),
  tip_hash: z.string().nullable(),
})

/** The state of polling for this wallet, whichever process leads. */
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

/** Stores how a poll went. A failed one keeps the time and the tip of the last successful one. */
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
