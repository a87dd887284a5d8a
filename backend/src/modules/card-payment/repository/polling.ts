import { rows, type Connection } from "medusa-payments/database"
import { queryPayments, type StoredPayment } from "./payments"

export async function duePayments(
  connection: Connection,
  now: number,
  limit: number,
): Promise<StoredPayment[]> {
  return queryPayments(
    connection,
    `select * from card_payment where next_poll_at <= ? order by next_poll_at limit ${limit}`,
    [new Date(now)],
  )
}

/** Has the processor read at once, unless it was read in the last second. */
export async function requestPoll(connection: Connection, paymentId: string): Promise<void> {
  await rows(
    connection,
    `update card_payment set next_poll_at = now() where id = ? and (next_poll_at is null or next_poll_at > now())
        and (last_poll_at is null or last_poll_at < now() - interval '1 second')`,
    [paymentId],
  )
}

/** Stores a reading. A request that came during it stays: it is about something newer. */
export async function recordPoll(
  connection: Connection,
  { id }: StoredPayment,
  { startedAt, nextAt }: { startedAt: number; nextAt: number | null },
): Promise<void> {
  const next = nextAt === null ? null : new Date(nextAt)
  await rows(
    connection,
    `update card_payment set last_poll_at = ?, poll_failures = 0, poll_error = null,
        next_poll_at = case when next_poll_at > ? then least(next_poll_at, coalesce(?, next_poll_at)) else ? end
      where id = ?`,
    [new Date(startedAt), new Date(startedAt), next, next, id],
  )
}

export async function recordPollFailure(
  connection: Connection,
  { id }: StoredPayment,
  error: string,
  nextAt: number,
): Promise<void> {
  await rows(
    connection,
    `update card_payment set poll_failures = poll_failures + 1, poll_error = ?, next_poll_at = ? where id = ?`,
    [error.slice(0, 500), new Date(nextAt), id],
  )
}

/** Stores a notification, once, and requests the reading of what it is about, in one transaction. */
export async function storeNotification(
  connection: Connection,
  {
    eventId,
    type,
    about,
  }: { eventId: string; type: string; about: { sessionId: string } | { paymentId: string } | null },
): Promise<void> {
  await connection.transaction(async (tx) => {
    const stored = await rows(
      tx,
      `insert into card_event (id, type) values (?, ?) on conflict (id) do nothing returning id`,
      [eventId, type],
    )
    if (stored.length === 0 || about === null) return
    const [condition, id] =
      "sessionId" in about
        ? ["id = (select payment_id from card_session where processor_id = ?)", about.sessionId]
        : ["id = (select payment_id from card_session where processor_payment_id = ?)", about.paymentId]
    await rows(tx, `update card_payment set next_poll_at = now() where ${condition}`, [id])
  })
}
