import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

type Binding = string | number | Date | null

/** A pool of connections, or one transaction on it: the part of knex that the outbox uses. */
export interface Connection {
  raw(sql: string, bindings: readonly Binding[]): PromiseLike<unknown>
  transaction<Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result>
}

export interface NewMessage {
  readonly topic: string
  /** Enqueuing a key a second time changes nothing, even after its message was processed. */
  readonly key: string
  readonly payload: Readonly<Record<string, unknown>>
  /** The earliest first attempt [now]. */
  readonly notBefore?: Date
  /** The key of a message that must be finished first. */
  readonly after?: string
}

const messageSchema = z.object({
  id: z.string(),
  topic: z.string(),
  key: z.string(),
  payload: z.record(z.string(), z.unknown()),
  attempts: z.number().int(),
  alerted_at: z.date().nullable(),
})
/** A message that the caller has leased for one attempt. */
export type LeasedMessage = z.infer<typeof messageSchema>

/** A worker renews its leases long before they end. After a crash another worker takes over when they do. */
export const LEASE_MS = 15_000

const resultSchema = z.object({ rows: z.array(z.unknown()) })

/** The rows of a statement. Bindings are `?`. */
export async function rows(
  connection: Connection,
  sql: string,
  bindings: readonly Binding[],
): Promise<unknown[]> {
  return resultSchema.parse(await connection.raw(sql, bindings)).rows
}

/** Stores a message in the caller's transaction. @returns whether its key is new */
export async function insertMessage(connection: Connection, message: NewMessage): Promise<boolean> {
  const { topic, key, payload, notBefore, after } = message
  const inserted = await rows(
    connection,
    `insert into outbox_message (id, topic, key, payload, after_key, next_attempt_at)
     values (?, ?, ?, ?::jsonb, ?, ?) on conflict (key) do nothing returning id`,
    [
      generateEntityId(undefined, "outmsg"),
      topic,
      key,
      JSON.stringify(payload),
      after ?? null,
      notBefore ?? new Date(),
    ],
  )
  return inserted.length === 1
}

/** Deletes a message that no worker has leased yet. */
export async function deleteUnleased(connection: Connection, key: string): Promise<void> {
  await rows(connection, "delete from outbox_message where key = ? and attempts = 0", [key])
}

/**
 * Leases the next due message of a topic. The attempt counts from here on: a message that kills its worker is not
 * retried without back-off.
 */
export async function leaseNext(
  connection: Connection,
  topic: string,
  now: Date,
): Promise<LeasedMessage | null> {
  const [row] = await rows(
    connection,
    `update outbox_message set attempts = attempts + 1, leased_until = ?, updated_at = now()
      where id = (
        select m.id from outbox_message m
         where m.topic = ? and m.finished_at is null and m.next_attempt_at <= ?
           and (m.leased_until is null or m.leased_until <= ?)
           and not exists (select 1 from outbox_message d where d.key = m.after_key and d.finished_at is null)
         order by m.next_attempt_at, m.position limit 1 for update skip locked)
  returning id, topic, key, payload, attempts, alerted_at`,
    [new Date(now.getTime() + LEASE_MS), topic, now, now],
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
  await rows(connection, `update outbox_message set leased_until = ? ${OWN_LEASE}`, [
    new Date(now.getTime() + LEASE_MS),
    id,
    attempts,
  ])
}

export async function markFinished(
  connection: Connection,
  { id, attempts }: LeasedMessage,
  outcome: "done" | "skipped" | "failed",
  error: string | null,
): Promise<void> {
  await rows(
    connection,
    `update outbox_message
        set finished_at = now(), outcome = ?, last_error = ?, leased_until = null, updated_at = now() ${OWN_LEASE}`,
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
    `update outbox_message set last_error = ?, next_attempt_at = ?, leased_until = null, updated_at = now() ${OWN_LEASE}`,
    [error, nextAttemptAt, id, attempts],
  )
}

export async function markAlerted(connection: Connection, id: string): Promise<void> {
  await rows(connection, "update outbox_message set alerted_at = now() where id = ?", [id])
}
