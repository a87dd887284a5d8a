import type { StoredInvoice, Turn } from "../../ports/ledger"
import { rows, type Connection } from "./connection"
import { toInvoice } from "./rows"

/** Deep enough that no reorganisation has ever reached it. */
const SETTLED = 100

/** Paid in full, but its order had been closed: the next look makes it a person's case. */
const PAID_TOO_LATE = `(state = 'confirmed' and closed_at is not null and captured_at is null)`

/** Unpaid addresses in one look: 600 calls a minute at a look every three seconds, however many invoices are open. */
const UNPAID_AT_MOST = 30

/**
 * A source that must be asked for each address is asked often for what moves and rarely for what rests: young or
 * touched invoices at every look, older open ones every 15 seconds, ended ones with each block for a day, hourly for
 * 30 days, then daily, for ever: an address that was given out stays watched. Where too many are open for one look they
 * take turns, whoever waited longest first; none comes to its end before its turn.
 */
const BY_ADDRESS = `
  state in ('underpaid', 'seen')
  or ${PAID_TOO_LATE}
  or id in (select id from bitcoin_invoice where state = 'awaiting_payment'
        and (created_at > :now - interval '30 minutes' or expires_at < :now
          or last_look_at < :now - interval '15 seconds')
        order by last_look_at limit ${UNPAID_AT_MOST})
  or (state = 'confirming' and last_look_at < :now - interval '15 seconds')
  or (:moved and state in ('confirming', 'confirmed', 'review') and confirmations < ${SETTLED})
  or (:moved and state in ('expired', 'cancelled', 'review') and expires_at > :now - interval '1 day'
        and last_look_at < :now - interval '1 minute')
  or (state in ('expired', 'cancelled', 'review', 'confirmed', 'refunded') and last_look_at < :now - case
        when expires_at > :now - interval '30 days' then interval '1 hour' else interval '1 day' end)`

/** A source that follows the whole wallet tells of money by itself: only what time or a new block can change is looked at. */
const BY_CHANGE = `
  (state in ('awaiting_payment', 'underpaid') and expires_at < :now)
  or state in ('underpaid', 'seen')
  or ${PAID_TOO_LATE}
  or (:moved and state in ('confirming', 'confirmed', 'review') and confirmations < ${SETTLED})
  or (state = 'review' and confirmations = 0 and last_look_at < :now - interval '15 seconds')`

/** So many marked ones in one look: the operator may mark every invoice there is, and a look must come to its end. */
const MARKED_AT_ONCE = 50
const MARKED = `id in (select id from bitcoin_invoice where look_now
  order by state in ('awaiting_payment', 'underpaid', 'seen', 'confirming') desc, last_look_at limit ${MARKED_AT_ONCE})`

/** The first look after a start: whatever is not settled for good, before anything can expire. */
const ALL = `confirmations < ${SETTLED}`

/** Whose turn it is in this look. */
export async function invoicesToWatch(connection: Connection, turn: Turn): Promise<StoredInvoice[]> {
  const whose = turn.isFirst ? ALL : turn.sees === "everything" ? BY_CHANGE : BY_ADDRESS
  const sql = whose
    .replaceAll(":now", "(select now from turn)")
    .replaceAll(":moved", "(select moved from turn)")
  const found = await rows(
    connection,
    `with turn as (select ?::timestamptz as now, ?::boolean as moved)
     select * from bitcoin_invoice where ${MARKED} or ${sql} order by created_at`,
    [new Date(turn.now), String(turn.hasTipMoved)],
  )
  return found.map(toInvoice)
}
