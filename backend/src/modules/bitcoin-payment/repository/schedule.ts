import type { StoredInvoice, PollWindow } from "../ports/ledger"
import { rows, type Connection } from "./database"
import { toInvoice } from "./rows"

/** Deep enough that no reorganisation has ever reached it. */
const SETTLED = 100

/** Paid in full, but its order had been closed: the next poll makes it a person's case. */
const PAID_TOO_LATE = `(state = 'confirmed' and closed_at is not null and captured_at is null)`

/** Unpaid addresses in one poll: 600 calls a minute at a poll every three seconds, however many invoices are open. */
const MAX_UNPAID_PER_POLL = 30

/**
 * A source that must be asked for each address is asked often for what moves and rarely for what rests: young or
 * touched invoices at every poll, older open ones every 15 seconds, ended ones with each block for a day, hourly for
 * 30 days, then daily, for ever: an address that was given out stays watched. Where too many are open for one poll they
 * take turns, whoever waited longest first; none comes to its end before its turn.
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

/** A source that follows the whole wallet tells of money by itself: only what time or a new block can change is looked at. */
const BY_CHANGE = `
  (state in ('awaiting_payment', 'underpaid') and expires_at < :now)
  or state in ('underpaid', 'seen')
  or ${PAID_TOO_LATE}
  or (:moved and state in ('confirming', 'confirmed', 'review') and confirmations < ${SETTLED})
  or (state = 'review' and confirmations = 0 and last_poll_at < :now - interval '15 seconds')`

/** So many marked ones in one poll: the operator may mark every invoice there is, and a poll must come to its end. */
const MAX_REQUESTED_PER_POLL = 50
const REQUESTED = `id in (select id from bitcoin_invoice where poll_requested
  order by state in ('awaiting_payment', 'underpaid', 'seen', 'confirming') desc, last_poll_at limit ${MAX_REQUESTED_PER_POLL})`

/** The first poll after a start: whatever is not settled for good, before anything can expire. */
const NOT_SETTLED = `confirmations < ${SETTLED}`

/** Whose turn it is in this poll. */
export async function invoicesToPoll(connection: Connection, window: PollWindow): Promise<StoredInvoice[]> {
  const condition = window.isFirst ? NOT_SETTLED : window.sees === "everything" ? BY_CHANGE : BY_ADDRESS
  const sql = condition
    .replaceAll(":now", "(select now from turn)")
    .replaceAll(":moved", "(select moved from turn)")
  const found = await rows(
    connection,
    `with turn as (select ?::timestamptz as now, ?::boolean as moved)
     select * from bitcoin_invoice where ${REQUESTED} or ${sql} order by created_at`,
    [new Date(window.now), String(window.hasTipMoved)],
  )
  return found.map(toInvoice)
}
