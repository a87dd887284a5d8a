import { generateEntityId } from "@medusajs/framework/utils"
import type { Verdict } from "../domain/invoice"
import { rows, type Connection } from "medusa-payments/database"

export async function closePaymentCase(connection: Connection, invoiceId: string, by: string): Promise<void> {
  await rows(
    connection,
    `update bitcoin_case set closed_at = now(), closed_by = ?, updated_at = now()
      where invoice_id = ? and closed_at is null`,
    [by, invoiceId],
  )
}

/** Opens a case about sources that differ, unless the invoice has an open one. @returns whether it was opened */
export async function openDisputeCase(connection: Connection, invoiceId: string): Promise<boolean> {
  const opened = await rows(
    connection,
    `insert into bitcoin_case (id, invoice_id, reason) values (?, ?, 'sources_disagree')
      on conflict (invoice_id) where closed_at is null do nothing returning id`,
    [generateEntityId(undefined, "btccase"), invoiceId],
  )
  return opened.length > 0
}

/** Puts an invoice that came into `review` into the staff's inbox, once, and removes it when the invoice leaves that state. */
export async function syncCase(connection: Connection, invoiceId: string, verdict: Verdict): Promise<void> {
  if (verdict.state !== "review") {
    await rows(
      connection,
      `update bitcoin_case set closed_at = now(), closed_by = 'the chain', updated_at = now()
        where invoice_id = ? and closed_at is null`,
      [invoiceId],
    )
    return
  }
  await rows(
    connection,
    `insert into bitcoin_case (id, invoice_id, reason)
      select ?, i.id, concat_ws(', ', nullif(?, ''), case when exists (
        select 1 from bitcoin_invoice other where other.order_id = i.order_id and i.captured_at is null and other.captured_at > i.created_at)
          then 'paid_twice' end) from bitcoin_invoice i where i.id = ?
      on conflict (invoice_id) where closed_at is null do update set reason = excluded.reason, updated_at = now()`,
    [generateEntityId(undefined, "btccase"), verdict.flags.join(", "), invoiceId],
  )
}
