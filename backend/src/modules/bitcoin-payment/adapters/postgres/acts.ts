import { z } from "@medusajs/framework/zod"
import { ACT_KINDS } from "../../domain/acts"
import type { Alarm, DueAct, StoredInvoice } from "../../ports/ledger"
import { closeActCase, openActCase } from "./cases"
import { reasonOf } from "../../application/reason-of"
import { rows, type Connection } from "./connection"
import { invoiceWhere } from "./invoices"

const actRow = z.object({
  id: z.string(),
  invoice_id: z.string(),
  kind: z.enum(ACT_KINDS),
  attempts: z.number().int(),
  alarmed_at: z.date().nullable(),
})

/** A failed act is tried again after 2, 4, 8 … seconds, at most every ten minutes, for ever. */
const retryDelay = `least(600, power(2, least(attempts, 10) + 1)) * interval '1 second'`

/**
 * Takes the acts that are due one after the other, each held by a row lock while `work` runs, so that no other process
 * takes it. A throw is stored with the act and it is tried again later.
 */
export async function deliverActs(
  connection: Connection,
  now: number,
  work: (act: DueAct, invoice: StoredInvoice) => Promise<"done" | "moot">,
  onFailure: (act: DueAct, error: unknown) => void,
  alarm: Alarm | null,
): Promise<void> {
  for (;;) {
    const isDone = await connection.transaction(async (trx) => {
      // An invoice's acts go in the order they were queued: no "paid" mail before the capture. One whose time has not come
      // (the cancelling at the hold's end) holds up nobody: late money comes to staff at once.
      const [row] = await rows(
        trx,
        `select id, invoice_id, kind, attempts, alarmed_at from bitcoin_act a where done_at is null and next_attempt_at <= ?
           and not exists (select 1 from bitcoin_act b where b.invoice_id = a.invoice_id and b.done_at is null and b.position < a.position
                             and (b.attempts > 0 or b.next_attempt_at <= ?))
          order by next_attempt_at, position limit 1 for update skip locked`,
        [new Date(now), new Date(now)],
      )
      if (row === undefined) return true
      const { invoice_id: invoiceId, alarmed_at: alarmedAt, ...rest } = actRow.parse(row)
      const act: DueAct = { ...rest, invoiceId }
      const invoice = await invoiceWhere(connection, "id", invoiceId)
      try {
        if (invoice === null) throw new Error(`No invoice ${invoiceId}`)
        const outcome = await work(act, invoice)
        // A moot act leaves no trace, so that the invoice can ask for it again.
        if (outcome === "moot") await rows(trx, `delete from bitcoin_act where id = ?`, [act.id])
        else
          await rows(
            trx,
            `update bitcoin_act set done_at = now(), attempts = attempts + 1, updated_at = now() where id = ?`,
            [act.id],
          )
        if (act.attempts > 0) await closeActCase(trx, invoiceId)
      } catch (error) {
        onFailure(act, error)
        if (alarm !== null && invoice !== null && alarmedAt === null && act.attempts + 1 >= alarm.after)
          // When nobody can be told, the next failure tries again.
          await raise(trx, alarm, { act, invoice, error }).catch((cause: unknown) => onFailure(act, cause))
        await rows(
          trx,
          `update bitcoin_act set attempts = attempts + 1, last_error = ?, next_attempt_at = now() + ${retryDelay}, updated_at = now() where id = ?`,
          [reasonOf(error).slice(0, 500), act.id],
        )
      }
      return false
    })
    if (isDone) return
  }
}

interface Failure {
  readonly act: DueAct
  readonly invoice: StoredInvoice
  readonly error: unknown
}

/** Into the staff's inbox, once. */
async function raise(connection: Connection, alarm: Alarm, { act, invoice, error }: Failure): Promise<void> {
  await alarm.raise(act, invoice, error)
  await openActCase(
    connection,
    invoice.id,
    `'${act.kind}' failed ${act.attempts + 1} times: ${reasonOf(error).slice(0, 300)}`,
  )
  await rows(connection, `update bitcoin_act set alarmed_at = now() where id = ?`, [act.id])
}
