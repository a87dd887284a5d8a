import { DOUBT } from "../domain/arrival"
import { SETTLED } from "../domain/confirmations"
import type { Policy } from "../domain/invoice"
import { rows, type Connection } from "medusa-payments/database"
import { OPEN } from "./due-invoices"
import { inLockOrder } from "./lock-order"

export const setDue = (condition: string): string =>
  `update bitcoin_invoice set next_poll_at = least(next_poll_at, last_poll_at) where ${inLockOrder(condition)}`

/** Its buyer may be about to pay: also late, while the order's stock is still reserved. */
const IS_AWAITED = `(state in ('awaiting_payment', 'underpaid')
  or state = 'expired' and closed_at is null and expires_at > now() - interval '1 day')`

/** A block makes at most this many ended invoices due before their time. */
const MAX_RECENTLY_ENDED = 200

export interface NewBlock {
  readonly now: number
  readonly height: number
  readonly lastHeight: number
  /** It follows the block that was polled last. */
  readonly isNext: boolean
  readonly sees: "everything" | "addresses"
}

/**
 * Makes due what a new block may have changed: whatever became of the invoice, each output that is in no block, or in one
 * of the last 100. If the source must be asked about each address and the block follows the last one polled, outputs that
 * had their required confirmations only gain more, and are left out.
 */
export async function requestPollsForBlock(
  connection: Connection,
  { now, height, lastHeight, isNext, sees }: NewBlock,
): Promise<void> {
  await rows(
    connection,
    setDue(`id in (
       select invoice_id from bitcoin_output where status = 'mempool' union
       select o.invoice_id from bitcoin_output o join bitcoin_invoice i on i.id = o.invoice_id
        where o.status = 'confirmed' and o.height > ? and (? or o.height > ? - i.required_confirmations))`),
    [Math.min(height, lastHeight) - SETTLED, String(sees === "everything" || !isNext), height],
  )
  if (sees === "everything") return
  await rows(
    connection,
    setDue(`id in (
       select id from bitcoin_invoice where state in ('expired', 'cancelled', 'review') and expires_at > ?::timestamptz - interval '1 day'
        order by expires_at desc limit ${MAX_RECENTLY_ENDED}) and last_poll_at < ?::timestamptz - interval '1 minute'`),
    [new Date(now), new Date(now)],
  )
}

/** Makes open invoices due that another kind of source would have left until their deadline. */
export async function requestPollsOfOpen(connection: Connection, now: number): Promise<void> {
  await rows(
    connection,
    `update bitcoin_invoice set next_poll_at = ?
      where ${inLockOrder(`${OPEN} and next_poll_at > ?::timestamptz + interval '1 minute'`)}`,
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
  const ids = polls.map(({ id }) => id)
  await rows(
    connection,
    `update bitcoin_invoice i set poll_failures = 0, poll_error = null,
        next_poll_at = case when i.viewed_at > ? and ${IS_AWAITED}
          then least(?::timestamptz, s.at) else s.at end
      from unnest(?::text[], ?::timestamptz[]) as s(id, at) where i.id = s.id and i.${inLockOrder("id = any(?)")}`,
    [new Date(now - VIEWED_MS), new Date(now), ids, polls.map(({ at }) => new Date(at).toISOString()), ids],
  )
}

export async function markViewed(connection: Connection, orderId: string): Promise<void> {
  await rows(
    connection,
    `update bitcoin_invoice set viewed_at = now(), next_poll_at = least(next_poll_at, last_poll_at)
      where ${inLockOrder(`order_id = ? and ${IS_AWAITED}`)}`,
    [orderId],
  )
}

/**
 * One invoice could not be polled or evaluated. It is tried again after 15, 30, 60 … seconds, at most 10 minutes; at the end of the
 * quote or its grace, and each 15 seconds while the minute lasts in which a poll still tells what came in time (`momentBetween`).
 */
export async function recordPollError(
  connection: Connection,
  id: string,
  now: number,
  error: unknown,
  { graceMs }: Pick<Policy, "graceMs">,
): Promise<void> {
  // A database error ends with its reason, after the statement.
  const reason = (error instanceof Error ? error.message : String(error)).slice(-500)
  await rows(
    connection,
    `update bitcoin_invoice i set poll_failures = poll_failures + 1, poll_error = ?,
        next_poll_at = f.at + least(interval '10 minutes', interval '15 seconds' * power(2, least(poll_failures, 10)),
          case when f.until > f.at - f.doubt then greatest(f.until - f.at + interval '1 millisecond', interval '15 seconds') end)
      from (select id, ?::timestamptz as at, ?::interval as doubt,
              case state when 'awaiting_payment' then expires_at when 'underpaid' then expires_at + ?::interval end as until
         from bitcoin_invoice where id = ?) f where i.id = f.id`,
    [reason, new Date(now), `${DOUBT} milliseconds`, `${graceMs} milliseconds`, id],
  )
}
