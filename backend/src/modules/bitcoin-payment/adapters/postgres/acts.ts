import { z } from "@medusajs/framework/zod"
import { ACT_KINDS } from "../../domain/acts"
import type { DueAct, StoredInvoice } from "../../ports/ledger"
import { rows, type Connection } from "./connection"
import { invoiceWhere } from "./invoices"

const actRow = z.object({
  id: z.string(),
  invoice_id: z.string(),
  kind: z.enum(ACT_KINDS),
  attempts: z.number().int(),
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
): Promise<void> {
  for (;;) {
    const isDone = await connection.transaction(async (trx) => {
      // An invoice's acts go in the order they were queued: no "paid" mail before the capture.
      const [row] = await rows(
        trx,
        `select id, invoice_id, kind, attempts from bitcoin_act a where done_at is null and next_attempt_at <= ?
           and not exists (select 1 from bitcoin_act b where b.invoice_id = a.invoice_id and b.done_at is null and b.position < a.position)
          order by next_attempt_at, position limit 1 for update skip locked`,
        [new Date(now)],
      )
      if (row === undefined) return true
      const { invoice_id: invoiceId, ...rest } = actRow.parse(row)
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
      } catch (error) {
        onFailure(act, error)
        await rows(
          trx,
          `update bitcoin_act set attempts = attempts + 1, last_error = ?, next_attempt_at = now() + ${retryDelay}, updated_at = now() where id = ?`,
          [String(error).slice(0, 500), act.id],
        )
      }
      return false
    })
    if (isDone) return
  }
}
