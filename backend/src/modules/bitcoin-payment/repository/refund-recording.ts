import { z } from "@medusajs/framework/zod"
import type { PaymentReview, Refund } from "../ports/payment-review"
import type { StoredInvoice } from "../domain/stored-invoice"
import { rows, type Connection } from "./database"
import { toRefund } from "./audit-entries"
import { findInvoice } from "./invoices"

const idRow = z.object({ id: z.string() })

/** Recorded refunds on their way into Medusa's books: the table is their outbox. */
export function refundRecording(
  connection: Connection,
): Pick<
  PaymentReview,
  "unrecordedRefunds" | "admitRefund" | "releaseRefund" | "markRefundRecorded" | "markRefundFailed"
> {
  const set = (refundId: string, what: string, values: readonly (string | null)[] = []) =>
    rows(connection, `update bitcoin_refund set ${what}, updated_at = now() where id = ?`, [
      ...values,
      refundId,
    ]).then(() => undefined)
  return {
    unrecordedRefunds: async (now) => {
      const found = await rows(
        connection,
        `select * from bitcoin_refund where recorded_at is null and next_attempt_at <= ? order by created_at, id limit 50`,
        [new Date(now)],
      )
      const refunds = await Promise.all(found.map((row) => withInvoice(connection, toRefund(row))))
      return refunds.flat()
    },
    admitRefund: async (sessionId, pence, medusaRefundId) => {
      const bound = await rows(
        connection,
        `update bitcoin_refund set medusa_refund_id = ?, updated_at = now() where id = (
           select r.id from bitcoin_refund r join bitcoin_invoice i on i.id = r.invoice_id
            where i.session_id = ? and r.medusa_pence = ? and r.recorded_at is null and r.medusa_refund_id is null
            order by r.created_at limit 1 for update of r) returning id`,
        [medusaRefundId, sessionId, pence.toString()],
      )
      return bound.map((row) => idRow.parse(row)).length > 0
    },
    releaseRefund: (refundId) => set(refundId, "medusa_refund_id = null"),
    markRefundRecorded: (refundId) => set(refundId, "recorded_at = now(), last_error = null"),
    markRefundFailed: (refundId, reason) =>
      set(
        refundId,
        `attempts = attempts + 1, last_error = ?,
           next_attempt_at = now() + least(600, power(2, least(attempts, 10) + 1)) * interval '1 second'`,
        [reason.slice(0, 500)],
      ),
  }
}

async function withInvoice(
  connection: Connection,
  refund: Refund,
): Promise<{ refund: Refund; invoice: StoredInvoice }[]> {
  const invoice = await findInvoice(connection, "id", refund.invoiceId)
  return invoice === null ? [] : [{ refund, invoice }]
}
