import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { EARLIER_MONEY, PAYMENT_REASONS } from "../modules/bitcoin-payment"
import { querySql } from "medusa-payments/database"

/** Why a payment needs a person: what matters most first. */
const CASE_REASONS = ["failing", "refund_due", ...PAYMENT_REASONS]

const caseRow = z.object({
  order_id: z.string(),
  display_id: z.number().int().nullable(),
  since: z.date().transform((date) => date.toISOString()),
  reasons: z.string().transform((text) => {
    const found = new Set(text.split(", "))
    return CASE_REASONS.filter((reason) => found.has(reason))
  }),
})

const LIMIT = 20

/**
 * The orders whose Bitcoin payment needs a person, the longest waiting first. `bitcoin_case` holds payments in review;
 * the others follow from the current amounts: a surplus is final and was neither refunded nor kept, a captured order was
 * cancelled, or the source knew money on the address before the order, which staff have not explained. An effect that keeps
 * failing, such as a capture, needs a person too. Each part has an index of its candidates.
 */
const OPEN_CASES = `
  with found as (
    select invoice_id, created_at as since, reason from bitcoin_case where closed_at is null
    union all
    select payload ->> 'invoiceId', alerted_at, 'failing' from outbox_message
     where topic in ('bitcoin-effect', 'bitcoin-refund') and finished_at is null and alerted_at is not null
    union all
    select id, captured_at, 'overpaid' from bitcoin_invoice
     where surplus_minor > 0 and captured_at is not null and state = 'confirmed'
    union all
    select id, closed_at, 'refund_due' from bitcoin_invoice
     where captured_at is not null and closed_at is not null and state <> 'refunded'
    union all
    select invoice_id, since, 'sent_before_order' from (${EARLIER_MONEY}) earlier)
  select i.order_id, o.display_id, min(found.since) as since,
         string_agg(found.reason, ', ') as reasons
    from found
    join bitcoin_invoice i on i.id = found.invoice_id
    left join "order" o on o.id = i.order_id
   group by i.order_id, o.display_id
   order by since, i.order_id
   limit :limit`

/** @returns at most twenty, and whether there are more */
export async function readOpenCases(
  container: MedusaContainer,
): Promise<{ cases: z.output<typeof caseRow>[]; has_more: boolean }> {
  const rows = await querySql(container, caseRow, OPEN_CASES, { limit: LIMIT + 1 })
  return { cases: rows.slice(0, LIMIT), has_more: rows.length > LIMIT }
}
