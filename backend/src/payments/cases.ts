import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { ClosedCase, OpenCase } from "@shop/contracts/staff-payments"
import { formatPence } from "@shop/contracts"
import {
  BITCOIN_PAYMENT,
  EARLIER_MONEY,
  type PaymentReason,
  type ReviewedInvoice,
} from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { listWithdrawals, type StoredWithdrawal } from "../orders/withdrawals"
import { querySql } from "../platform/sql/query"
import { readClosedCardCases, readOpenCardCases } from "./card-cases"
import type { InvoiceInReview } from "../mail/invoices-in-review"

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
const CLOSED_LIMIT = 100

/**
 * Everything that needs a person, oldest first. `payment` cases are rows, and `failing` cases are outbox messages that keep
 * failing: effects of a payment, and refunds that Medusa does not accept. The others are derived from the current amounts,
 * so that no event can be missed: `surplus` more than the price is final, and it was neither refunded nor kept · `owed`
 * a paid order was cancelled or items were returned, and the money is still here · `sent_before_order` the source knew money
 * on the address before the order was placed, and staff did not say yet whose it is. Each part has an index of its
 * candidates, and subqueries read what belongs to them, so that the paid orders of the past cost nothing. A cancelled order
 * closes its captured invoice.
 */
const OPEN_CASES = `
  with candidates as (
    select id, order_id from bitcoin_invoice where captured_at is not null and closed_at is not null
    union
    select i.id, i.order_id from order_summary s join bitcoin_invoice i on i.order_id = s.order_id and i.captured_at is not null
     where s.totals ->> 'pending_difference' like '-%' and s.deleted_at is null),
  owed as (
    select i.id, o.updated_at as since, round(100 * greatest(
             case when o.status = 'canceled' then
               (select sum(coalesce(c.captured_amount, 0) - coalesce(c.refunded_amount, 0))
                  from order_payment_collection l join payment_collection c on c.id = l.payment_collection_id and c.deleted_at is null
                 where l.order_id = o.id and l.deleted_at is null) else 0 end,
             (select -sum((s.totals ->> 'pending_difference')::numeric) from order_summary s
               where s.order_id = o.id and s.version = o.version and s.deleted_at is null))) as pence
      from candidates i join "order" o on o.id = i.order_id and o.deleted_at is null),
  sent_before as (
    select i.id, e.since, floor(e.sats * (i.rate::numeric * 100) / 100000000) as pence
      from (${EARLIER_MONEY}) e join bitcoin_invoice i on i.id = e.invoice_id)
  select x.kind, i.order_id, o.display_id as number, x.invoice_id, x.since, x.reason, x.pence::text
    from (select 'payment' as kind, invoice_id, created_at as since, reason, null::numeric as pence from bitcoin_case where closed_at is null
          union all
          select 'failing', payload ->> 'invoiceId', alerted_at,
                 '''' || (payload ->> 'kind') || ''' failed ' || attempts || ' times: ' || coalesce(last_error, ''), null
            from outbox_message where topic in ('bitcoin-effect', 'bitcoin-refund') and finished_at is null and alerted_at is not null
          union all
          select 'surplus', id, captured_at, '', surplus_minor from bitcoin_invoice
           where surplus_minor > 0 and captured_at is not null and state = 'confirmed'
          union all
          select 'owed', id, since, '', pence from owed where pence > 0
          union all
          select 'sent_before_order', id, since, '', pence from sent_before) x
   cross join lateral (select order_id from bitcoin_invoice where id = x.invoice_id limit 1) i
    left join "order" o on o.id = i.order_id
   order by x.since, x.invoice_id limit ${LIMIT}`

async function readOpen(container: MedusaContainer) {
  const [rows, cards, withdrawals] = await Promise.all([
    querySql(container, openRow, OPEN_CASES),
    readOpenCardCases(container),
    listWithdrawals(container, "open"),
  ])
  return { rows, cards, withdrawals }
}

/** The staff's inbox, oldest case first, each with the actions that are possible on its order's page. */
export async function readOpenCases(container: MedusaContainer): Promise<OpenCase[]> {
  const { rows, cards, withdrawals } = await readOpen(container)
  const orders = [...new Set(rows.map(({ order_id }) => order_id))]
  const details = await container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrders(orders)
  const byInvoice = new Map(details.map((each) => [each.invoice.id, each]))
  const bitcoin = rows.map((row) => openCase(row, byInvoice.get(row.invoice_id)))
  const returns = withdrawals.map(withdrawalCase)
  return [...bitcoin, ...cards, ...returns].sort((one, other) => one.since.localeCompare(other.since))
}

/** The orders of the open cases, one entry for each case, without what is to be decided. */
export async function readOrdersWithCases(
  container: MedusaContainer,
): Promise<{ about: "bitcoin" | "card" | "return"; orderId: string }[]> {
  const { rows, cards, withdrawals } = await readOpen(container)
  return [
    ...rows.map(({ order_id: orderId }) => ({ about: "bitcoin" as const, orderId })),
    ...cards.map(({ orderId }) => ({ about: "card" as const, orderId })),
    ...withdrawals.map(({ orderId }) => ({ about: "return" as const, orderId })),
  ]
}

function withdrawalCase({ id, orderId, number, at, items, pence }: StoredWithdrawal): OpenCase {
  return {
    kind: "withdrawal",
    orderId,
    number,
    invoiceId: id,
    since: at,
    why: `The buyer withdraws from ${items.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ")}`,
    respondBy: null,
    pence,
    pricePence: pence,
    receivedSats: "0",
    dueSats: "0",
    actions: [],
  }
}

function openCase(row: z.output<typeof openRow>, details: ReviewedInvoice | undefined): OpenCase {
  const why = whyOf(row, details)
  return {
    kind: row.kind,
    orderId: row.order_id,
    number: row.number,
    invoiceId: row.invoice_id,
    since: row.since,
    pence: row.pence === null ? null : Number(row.pence),
    respondBy: null,
    why: details?.isAddressAwaited
      ? `${why}; ${details.refundAddresses.length > 0 ? "the buyer gave a refund address" : "the buyer was asked for a refund address"}`
      : why,
    receivedSats: (details?.invoice.received ?? 0n).toString(),
    dueSats: (details?.invoice.due ?? 0n).toString(),
    pricePence: Number(details?.invoice.priceMinor ?? 0n),
    actions: [...(details?.actions ?? [])],
  }
}

function whyOf(
  { kind, reason, pence }: z.output<typeof openRow>,
  details: ReviewedInvoice | undefined,
): string {
  const amount = formatPence(Number(pence ?? 0))
  switch (kind) {
    case "payment":
      return details === undefined
        ? ""
        : reviewReason({ flags: details.reasons, dispute: details.invoice.dispute?.says ?? null })
    case "failing":
      return `A background task keeps failing: ${reason}`
    case "surplus":
      return `${amount} more than the order takes was received`
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
  order_cancelled: "the order was cancelled",
  superseded: "the order is paid in another way or by another quote",
  paid_twice: "the order was paid twice",
  overpaid: "overpaid",
  several_transactions: "paid in several transactions",
  dust_ignored: "outputs below the dust limit were ignored",
  replaced: "a transaction was replaced or lost",
  paid_after_refund: "more money came after the refund",
  undone_after_capture: "the blockchain undid the payment after its capture",
} satisfies Record<PaymentReason, string>

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
    from ((select created_at as at, invoice_id, action as what, by_email as by, reason from bitcoin_audit_entry
            order by created_at desc limit ${CLOSED_LIMIT})
          union all
          (select closed_at, invoice_id, 'case_closed', coalesce(closed_by, ''), reason from bitcoin_case
            where closed_at is not null order by closed_at desc limit ${CLOSED_LIMIT})) x
    join bitcoin_invoice i on i.id = x.invoice_id
    left join "order" o on o.id = i.order_id
   order by x.at desc limit ${CLOSED_LIMIT}`

/** Staff decisions and automatically closed cases, newest first. */
export async function readClosedCases(container: MedusaContainer): Promise<ClosedCase[]> {
  const [bitcoin, cards, withdrawals] = await Promise.all([
    querySql(container, closedRow, CLOSED_CASES),
    readClosedCardCases(container, CLOSED_LIMIT),
    listWithdrawals(container, "settled"),
  ])
  const returns = withdrawals.map(({ orderId, number, at, settledAt, settledBy, note }): ClosedCase => ({
    at: settledAt ?? at,
    orderId,
    number,
    what: "Settled a return",
    by: settledBy ?? "",
    reason: note,
  }))
  return [...bitcoin, ...cards, ...returns]
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, CLOSED_LIMIT)
}
