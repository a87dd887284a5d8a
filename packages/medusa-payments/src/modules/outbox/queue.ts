import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { OUTBOX_TABLE, PAYMENT_CHANGED, rows, type Connection } from "../../database"

export interface NewMessage {
  readonly topic: string
  /** Enqueuing a key a second time changes nothing, even after its message was processed. */
  readonly key: string
  readonly payload: Readonly<Record<string, unknown>>
  /** The earliest first attempt [now]. A time that has passed means now. */
  readonly notBefore?: Date | undefined
  /** The key of a message that must be finished first. */
  readonly after?: string | undefined
}

const messageSchema = z.object({
  id: z.string(),
  topic: z.string(),
  key: z.string(),
  payload: z.record(z.string(), z.unknown()),
  attempts: z.number().int(),
  alerted_at: z.date().nullable(),
})
export type LeasedMessage = z.infer<typeof messageSchema>

/** A worker renews its leases long before they end. After a crash another worker takes over when they do. */
export const LEASE_MS = 15_000

/** Stores a message in the transaction of its cause, due at once by the clock of the database. @returns whether its key is new */
export async function insertMessage(connection: Connection, message: NewMessage): Promise<boolean> {
  const { topic, key, payload, notBefore, after } = message
  const inserted = await rows(
    connection,
    `insert into ${OUTBOX_TABLE} (id, topic, key, payload, after_key, next_attempt_at)
     values (?, ?, ?, ?::jsonb, ?, greatest(date_trunc('milliseconds', now()), ?)) on conflict (key) do nothing returning id`,
    [
      generateEntityId(undefined, "outmsg"),
      topic,
      key,
      JSON.stringify(payload),
      after ?? null,
      // `greatest` ignores null. Workers compare with their own milliseconds.
      notBefore ?? null,
    ],
  )
  return inserted.length === 1
}

export async function deleteUnleased(connection: Connection, key: string): Promise<void> {
  await rows(connection, `delete from ${OUTBOX_TABLE} where key = ? and attempts = 0`, [key])
}

const UNLEASED_ABOUT = "where topic = ? and finished_at is null and attempts = 0 and payload @> ?::jsonb"

export async function deleteUnleasedAbout(
  connection: Connection,
  topic: string,
  about: Readonly<Record<string, string>>,
): Promise<void> {
  await rows(connection, `delete from ${OUTBOX_TABLE} ${UNLEASED_ABOUT}`, [topic, JSON.stringify(about)])
}

export async function makeDue(
  connection: Connection,
  topic: string,
  about: Readonly<Record<string, string>>,
): Promise<void> {
  await rows(connection, `update ${OUTBOX_TABLE} set next_attempt_at = now() ${UNLEASED_ABOUT}`, [
    topic,
    JSON.stringify(about),
  ])
}

export const waits = (alias: string) =>
  `exists (select 1 from ${OUTBOX_TABLE} d where d.key = ${alias}.after_key and d.finished_at is null)`

/**
 * Leases the next due message of a topic: one at a time for one order, those of a topic in the order in which they are due.
 * A message that failed or waits for another holds up none. The attempt counts from here on: a message that kills its worker
 * is not retried without back-off.
 */
export async function leaseNext(
  connection: Connection,
  topic: string,
  now: Date,
  orderId: string | null = null,
): Promise<LeasedMessage | null> {
  const [row] = await rows(
    connection,
    `update ${OUTBOX_TABLE} set attempts = attempts + 1, leased_until = ?, updated_at = now()
      where id = (
        select m.id from ${OUTBOX_TABLE} m
         where m.topic = ? and m.finished_at is null and m.next_attempt_at <= ?
           and (m.leased_until is null or m.leased_until <= ?)
           and not ${waits("m")}
           and not exists (
             select 1 from ${OUTBOX_TABLE} e
              where e.payload ->> 'orderId' = m.payload ->> 'orderId' and e.finished_at is null
                and (e.leased_until > ?
                     or e.topic = m.topic and (e.next_attempt_at, e.position) < (m.next_attempt_at, m.position)
                        and not ${waits("e")}))
           ${orderId === null ? "" : "and m.payload ->> 'orderId' = ?"}
         order by m.next_attempt_at, m.position limit 1 for update skip locked)
  returning id, topic, key, payload, attempts, alerted_at`,
    [...[new Date(now.getTime() + LEASE_MS), topic, now, now, now], ...(orderId === null ? [] : [orderId])],
  )
  return row === undefined ? null : messageSchema.parse(row)
}

// The number of attempts identifies the lease: a worker that lost its lease can no longer change the message.
const OWN_LEASE = "where id = ? and attempts = ? and finished_at is null"

export async function renewLease(
  connection: Connection,
  { id, attempts }: LeasedMessage,
  now: Date,
): Promise<void> {
  await rows(connection, `update ${OUTBOX_TABLE} set leased_until = ? ${OWN_LEASE}`, [
    new Date(now.getTime() + LEASE_MS),
    id,
    attempts,
  ])
}

/** Open pages of an order read it again: what was carried out has changed it in Medusa too. */
export async function markFinished(
  connection: Connection,
  { id, attempts }: LeasedMessage,
  outcome: "done" | "skipped" | "failed",
  error: string | null,
): Promise<void> {
  await rows(
    connection,
    `with finished as (update ${OUTBOX_TABLE}
        set finished_at = now(), outcome = ?, last_error = ?, leased_until = null, updated_at = now() ${OWN_LEASE}
        returning payload ->> 'orderId' as order_id)
     select pg_notify('${PAYMENT_CHANGED}', order_id) from finished where order_id is not null`,
    [outcome, error, id, attempts],
  )
}

export async function scheduleRetry(
  connection: Connection,
  { id, attempts }: LeasedMessage,
  error: string,
  nextAttemptAt: Date,
): Promise<void> {
  await rows(
    connection,
    `update ${OUTBOX_TABLE} set last_error = ?, next_attempt_at = ?, leased_until = null, updated_at = now() ${OWN_LEASE}`,
    [error, nextAttemptAt, id, attempts],
  )
}

/** Nothing was tried: the attempt does not count. */
export async function postpone(
  connection: Connection,
  { id, attempts }: LeasedMessage,
  nextAttemptAt: Date,
): Promise<void> {
  await rows(
    connection,
    `update ${OUTBOX_TABLE} set attempts = attempts - 1, last_error = null, next_attempt_at = ?, leased_until = null, updated_at = now() ${OWN_LEASE}`,
    [nextAttemptAt, id, attempts],
  )
}

export async function markAlerted(connection: Connection, id: string): Promise<void> {
  await rows(connection, `update ${OUTBOX_TABLE} set alerted_at = now() where id = ?`, [id])
}
