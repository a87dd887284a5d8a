import { z } from "@medusajs/framework/zod"

/** What the outbox needs of the database connection that the container holds. */
export interface Connection {
  raw: (sql: string, bindings: readonly (string | number | null)[]) => Promise<{ rows: unknown[] }>
}

/** A mail whose turn it is. */
const dueSchema = z.object({
  id: z.string(),
  key: z.string(),
  template: z.string(),
  to: z.string(),
  data: z.record(z.string(), z.unknown()),
  attempts: z.number().int(),
})
export type DueMail = z.infer<typeof dueSchema>

/** How long an attempt owns its mail; a process that dies in the middle leaves it to the next one after that. */
const LEASE_SECONDS = 300

/**
 * Takes mails whose turn has come. Each is taken by one caller alone, however many ask at once (`SKIP LOCKED`), and
 * the attempt counts from here on, so that a mail which kills its sender does not kill it for ever.
 */
export async function claimDue(connection: Connection, limit: number): Promise<DueMail[]> {
  const { rows } = await connection.raw(
    `update mail_outbox
        set attempts = attempts + 1,
            next_attempt_at = now() + make_interval(secs => ?),
            updated_at = now()
      where id in (
        select id from mail_outbox
         where sent_at is null and failed_at is null and deleted_at is null and next_attempt_at <= now()
         order by next_attempt_at
         limit ?
         for update skip locked
      )
  returning id, key, template, "to", data, attempts`,
    [LEASE_SECONDS, limit],
  )
  return z.array(dueSchema).parse(rows)
}

/** Writes a mail down; a key that is there already changes nothing. @returns whether it is new */
export async function insertOnce(
  connection: Connection,
  mail: { id: string; key: string; template: string; to: string; data: string; graceSeconds: number },
): Promise<boolean> {
  const { rows } = await connection.raw(
    `insert into mail_outbox (id, key, template, "to", data, next_attempt_at)
     values (?, ?, ?, ?, ?::jsonb, now() + make_interval(secs => ?))
     on conflict do nothing
     returning id`,
    [mail.id, mail.key, mail.template, mail.to, mail.data, mail.graceSeconds],
  )
  return rows.length === 1
}

/** Its attempts are over: the mail server has it. */
export async function markSent(connection: Connection, id: string): Promise<void> {
  await connection.raw(
    "update mail_outbox set sent_at = now(), last_error = null, updated_at = now() where id = ?",
    [id],
  )
}

/** Sets the next attempt, or ends the attempts when `waitSeconds` is null. */
export async function markFailed(
  connection: Connection,
  id: string,
  reason: string,
  waitSeconds: number | null,
): Promise<void> {
  await connection.raw(
    `update mail_outbox
        set last_error = ?, updated_at = now(),
            failed_at = case when ?::int is null then now() end,
            next_attempt_at = now() + make_interval(secs => coalesce(?::int, 0))
      where id = ?`,
    [reason, waitSeconds, waitSeconds, id],
  )
}

/** Takes a mail back while nobody has begun to send it. */
export async function withdraw(connection: Connection, key: string): Promise<void> {
  await connection.raw("delete from mail_outbox where key = ? and attempts = 0", [key])
}
