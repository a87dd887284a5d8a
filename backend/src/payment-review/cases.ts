import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { ClosedCase, OpenCase } from "@shop/contracts/staff-payments"
import { formatPence } from "@shop/contracts"
import { BITCOIN_PAYMENT } from "../modules/bitcoin-payment"
import { querySql } from "../query/query"
import { readInvoicesInReview, type InvoiceInReview } from "../mail/invoices-in-review"

const time = z.date().transform((date) => date.toISOString())
const openRow = z.object({
  kind: z.enum(["payment", "failing", "surplus", "owed", "sent_before_order"]),
  order_id: z.string(),
  number: z.number().int().nullable(),
  invoice_id: z.string(),
  since: time,
  reason: z.string(),
  pence: z.string().nullable(),
})

const LIMIT = 200

/**
 * Everything that needs a person, oldest first. `payment` cases are rows, and `failing` cases are outbox messages that keep
 * failing: effects of a payment, and refunds that Medusa does not accept. The others are derived from the current amounts,
 * so that no event can be missed: `surplus` more than the price was received, and it was neither refunded nor kept · `owed`
 * a paid order was cancelled or items were returned, and the money is still here · `sent_before_order` the source knew money
 * on the address before the order was placed, and staff did not say yet whose it is.
 */
const OPEN_CASES = `
  with refunded as (select invoice_id, sum(pence) as pence from bitcoin_refund group by invoice_id),
  surplus as (
    select i.id, floor(i.received_sats * (i.rate::numeric * 100) / 100000000) - i.price_pence - coalesce(r.pence, 0) as pence
      from bitcoin_invoice i left join refunded r on r.invoice_id = i.id
     where i.captured_at is not null and i.received_sats > i.due_sats and i.state = 'confirmed'
       and not exists (select 1 from bitcoin_audit_entry a where a.invoice_id = i.id and a.action = 'keep_surplus')),
  owed as (
    select i.id, round(100 * greatest(
             case when o.status = 'canceled' then coalesce(c.captured_amount, 0) - coalesce(c.refunded_amount, 0) else 0 end,
             -coalesce((s.totals ->> 'pending_difference')::numeric, 0))) as pence, o.updated_at as since
      from bitcoin_invoice i
      join "order" o on o.id = i.order_id and o.deleted_at is null
      join order_payment_collection l on l.order_id = o.id and l.deleted_at is null
      join payment_collection c on c.id = l.payment_collection_id and c.deleted_at is null
      left join order_summary s on s.order_id = o.id and s.version = o.version and s.deleted_at is null
     where i.captured_at is not null)
  select x.kind, i.order_id, o.display_id as number, i.id as invoice_id, x.since, x.reason, x.pence::text
    from (select 'payment' as kind, invoice_id, created_at as since, reason, null::numeric as pence from bitcoin_case where closed_at is null
          union all
          select 'failing', payload ->> 'invoiceId', alerted_at,
                 '''' || (payload ->> 'kind') || ''' failed ' || attempts || ' times: ' || coalesce(last_error, ''), null
            from outbox_message where topic in ('bitcoin-effect', 'bitcoin-refund') and finished_at is null and alerted_at is not null
          union all
          select 'surplus', s.id, i.captured_at, '', s.pence from surplus s join bitcoin_invoice i on i.id = s.id where s.pence > 0
          union all
          select 'owed', id, since, '', pence from owed where pence > 0
          union all
          select 'sent_before_order', i.id, min(b.created_at), '', floor(sum(b.sats) * (i.rate::numeric * 100) / 100000000)
            from bitcoin_output b join bitcoin_invoice i on i.id = b.invoice_id
           where b.sent_before_order and b.status in ('mempool', 'confirmed')
             and not exists (select 1 from bitcoin_audit_entry a where a.invoice_id = i.id and a.action = 'keep_surplus')
           group by i.id) x
    join bitcoin_invoice i on i.id = x.invoice_id
    left join "order" o on o.id = i.order_id
   order by x.since, i.id limit ${LIMIT}`

/** The staff's inbox, oldest case first, each with the actions that are possible on its order's page. */
export async function readOpenCases(container: MedusaContainer): Promise<OpenCase[]> {
  const rows = await querySql(container, openRow, OPEN_CASES)
  return Promise.all(rows.map((row) => openCase(container, row)))
}

async function openCase(container: MedusaContainer, row: z.output<typeof openRow>): Promise<OpenCase> {
  const [all, reviewed] = await Promise.all([
    container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(row.order_id),
    row.kind === "payment" ? readInvoicesInReview(container, row.order_id) : [],
  ])
  const details = all.find(({ invoice }) => invoice.id === row.invoice_id)
  const why = whyOf(
    row,
    reviewed.find(({ id }) => id === row.invoice_id),
  )
  return {
    kind: row.kind,
    orderId: row.order_id,
    number: row.number,
    invoiceId: row.invoice_id,
    since: row.since,
    pence: row.pence === null ? null : Number(row.pence),
    why: details?.isAddressAwaited
      ? `${why}; ${details.refundAddresses.length > 0 ? "the buyer gave a refund address" : "the buyer was asked for a refund address"}`
      : why,
    receivedSats: (details?.invoice.received ?? 0n).toString(),
    dueSats: (details?.invoice.due ?? 0n).toString(),
    pricePence: Number(details?.invoice.pricePence ?? 0n),
    actions: [...(details?.actions ?? [])],
  }
}

function whyOf(
  { kind, reason, pence }: z.output<typeof openRow>,
  reviewed: InvoiceInReview | undefined,
): string {
  const amount = formatPence(Number(pence ?? 0))
  switch (kind) {
    case "payment":
      return reviewed === undefined ? "" : reviewReason(reviewed)
    case "failing":
      return `A background task keeps failing: ${reason}`
    case "surplus":
      return `${amount} more than the price was received`
    case "sent_before_order":
      return `${amount} was sent to the address before the order was placed. It is not counted: find out whose it is`
    case "owed":
      return `A refund of ${amount} is due: the order was cancelled or items were returned`
  }
}

/** Why a payment is in review. */
const FLAGS: Readonly<Record<string, string>> = {
  sources_disagree: "the two sources of the blockchain differ",
  short: "underpaid",
  sent_before_order: "money that was sent before the order was not counted",
  late: "paid late",
  unconfirmed_too_long: "in no block within the time limit",
  cancelled: "the order was cancelled",
  paid_twice: "the order was paid twice",
  overpaid: "overpaid",
  several_transactions: "paid in several transactions",
  dust_ignored: "outputs below the dust limit were ignored",
  replaced: "a transaction was replaced or lost",
  undone_after_capture: "the blockchain undid the payment after its capture",
}

/** Why a payment needs a person, as a sentence; with what each source says if they differ. */
export function reviewReason({ flags, dispute }: Pick<InvoiceInReview, "flags" | "dispute">): string {
  return dispute === null ? flagLabels(flags) : `${flagLabels(flags)}. ${dispute}`
}

/** Flags as a sentence. A flag without a label is shown as it is. */
function flagLabels(flags: readonly string[]): string {
  const sentence = flags.map((flag) => FLAGS[flag] ?? flag.replaceAll("_", " ")).join("; ")
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

const closedRow = z
  .object({
    at: time,
    order_id: z.string(),
    number: z.number().int().nullable(),
    what: z.string(),
    by: z.string(),
    reason: z.string().nullable(),
  })
  .transform(({ order_id: orderId, ...row }): ClosedCase => ({ ...row, orderId }))

const CLOSED_CASES = `
  select x.at, i.order_id, o.display_id as number, x.what, x.by, x.reason
    from (select created_at as at, invoice_id, action as what, by_email as by, reason from bitcoin_audit_entry
          union all
          select closed_at, invoice_id, 'case_closed', coalesce(closed_by, ''), reason from bitcoin_case where closed_at is not null) x
    join bitcoin_invoice i on i.id = x.invoice_id
    left join "order" o on o.id = i.order_id
   order by x.at desc limit 100`

/** Staff decisions and automatically closed cases, newest first. */
export function readClosedCases(container: MedusaContainer): Promise<ClosedCase[]> {
  return querySql(container, closedRow, CLOSED_CASES)
}
