import { z } from "@medusajs/framework/zod"
import { EFFECT_KINDS, type EffectKind } from "../domain/effects"
import type { StoredInvoice } from "../domain/stored-invoice"
import { closeOutboxCase, openOutboxCase } from "./cases"
import { reasonOf } from "../domain/reason-of"
import { rows, type Connection } from "./database"
import { findInvoice } from "./invoices"

/** An effect to be carried out once. */
export interface OutboxMessage {
  readonly id: string
  readonly invoiceId: string
  readonly kind: EffectKind
  readonly attempts: number
}

/** Alerts staff when a message keeps failing. */
export interface Alarm {
  /** Failed attempts before it is raised, once. */
  readonly after: number
  /** If it throws, the next failure raises it again. */
  readonly raise: (message: OutboxMessage, invoice: StoredInvoice, error: unknown) => Promise<void>
}

const messageRow = z.object({
  id: z.string(),
  invoice_id: z.string(),
  kind: z.enum(EFFECT_KINDS),
  attempts: z.number().int(),
  alarmed_at: z.date().nullable(),
})

/** A failed message is tried again after 2, 4, 8 … seconds, at most every ten minutes, for ever. */
const retryDelay = `least(600, power(2, least(attempts, 10) + 1)) * interval '1 second'`

/**
 * Takes the messages that are due one after the other, each held by a row lock while `work` runs, so that no other process
 * takes it. A throw is stored with the message and it is tried again later.
 * @param onlyOrderId limits the round to one order's messages
 */
export async function processOutbox(
  connection: Connection,
  now: number,
  work: (message: OutboxMessage, invoice: StoredInvoice) => Promise<"done" | "skipped">,
  onFailure: (message: OutboxMessage, error: unknown) => void,
  alarm: Alarm | null,
  onlyOrderId: string | null = null,
): Promise<void> {
  for (;;) {
    const isDone = await connection.transaction(async (trx) => {
      // An invoice's messages go in the order they were queued: no "paid" mail before the capture. One whose time has not come
      // (the cancelling at the hold's end) holds up nobody: late money comes to staff at once.
      const [row] = await rows(
        trx,
        `select id, invoice_id, kind, attempts, alarmed_at from bitcoin_outbox a where done_at is null and next_attempt_at <= ?
           and (?::text is null or invoice_id in (select id from bitcoin_invoice where order_id = ?))
           and not exists (select 1 from bitcoin_outbox b where b.invoice_id = a.invoice_id and b.done_at is null and b.position < a.position
                             and (b.attempts > 0 or b.next_attempt_at <= ?))
          order by next_attempt_at, position limit 1 for update skip locked`,
        [new Date(now), onlyOrderId, onlyOrderId, new Date(now)],
      )
      if (row === undefined) return true
      const { invoice_id: invoiceId, alarmed_at: alarmedAt, ...rest } = messageRow.parse(row)
      const message: OutboxMessage = { ...rest, invoiceId }
      const invoice = await findInvoice(connection, "id", invoiceId)
      try {
        if (invoice === null) throw new Error(`No invoice ${invoiceId}`)
        const outcome = await work(message, invoice)
        // A moot message leaves no trace, so that the invoice can ask for it again.
        if (outcome === "skipped") await rows(trx, `delete from bitcoin_outbox where id = ?`, [message.id])
        else
          await rows(
            trx,
            `update bitcoin_outbox set done_at = now(), attempts = attempts + 1, updated_at = now() where id = ?`,
            [message.id],
          )
        if (message.attempts > 0) await closeOutboxCase(trx, invoiceId)
      } catch (error) {
        onFailure(message, error)
        if (alarm !== null && invoice !== null && alarmedAt === null && message.attempts + 1 >= alarm.after)
          // When nobody can be told, the next failure tries again.
          await raise(trx, alarm, { message, invoice, error }).catch((cause: unknown) =>
            onFailure(message, cause),
          )
        await rows(
          trx,
          `update bitcoin_outbox set attempts = attempts + 1, last_error = ?, next_attempt_at = now() + ${retryDelay}, updated_at = now() where id = ?`,
          [reasonOf(error).slice(0, 500), message.id],
        )
      }
      return false
    })
    if (isDone) return
  }
}

interface Failure {
  readonly message: OutboxMessage
  readonly invoice: StoredInvoice
  readonly error: unknown
}

/** Into the staff's inbox, once. */
async function raise(
  connection: Connection,
  alarm: Alarm,
  { message, invoice, error }: Failure,
): Promise<void> {
  await alarm.raise(message, invoice, error)
  await openOutboxCase(
    connection,
    invoice.id,
    `'${message.kind}' failed ${message.attempts + 1} times: ${reasonOf(error).slice(0, 300)}`,
  )
  await rows(connection, `update bitcoin_outbox set alarmed_at = now() where id = ?`, [message.id])
}
