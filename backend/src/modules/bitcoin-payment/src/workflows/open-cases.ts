import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import {
  BITCOIN_PAYMENT,
  EARLIER_MONEY,
  IS_PAYOUT_CASE,
  formatMinorUnits,
  isByLightning,
  satoshis,
  STAFF_ACTIONS,
  toMinorUnits,
  worthInMinorUnits,
  type PaymentReason,
  type ReviewedInvoice,
} from "../modules/bitcoin-payment"
import { owedPayments, refundIsDue } from "medusa-payments/amount-due"
import { OUTBOX_TABLE, querySql } from "medusa-payments/database"
import type { ClosedCase, OpenCase } from "medusa-payments/review"
import { ACTION_TEXTS, REASON_TEXTS, REJECTION_TEXTS } from "../texts"
import { rejectionCode } from "./action-rejections"

const caseRow = z.object({
  kind: z.enum(["payment", "failing", "surplus", "owed", "sent_before_order", "refund_unrecorded"]),
  order_id: z.string(),
  display_id: z.number().int().nullable(),
  invoice_id: z.string(),
  since: z.date().transform((date) => date.toISOString()),
  owed: z.string().nullable(),
  earlier_sats: z.string().nullable(),
  failure: z
    .object({ task: z.string(), attempts: z.number().int(), error: z.string().nullable() })
    .nullable(),
})
type CaseRow = z.output<typeof caseRow>

const LIMIT = 200

/**
 * `payment` cases are rows, and `failing` cases are outbox messages that keep failing. The others are derived from the current
 * amounts, so that no event can be missed: `surplus`: more than the price is final, and it was neither refunded nor kept. `owed`:
 * a paid order was cancelled or changed, or items were returned, and the money is still here. `sent_before_order`: the source knew money on
 * the address before the order was placed, and staff did not say yet whose it is. `refund_unrecorded`: a transaction with several
 * refunds paid one that could not be recorded. Each part has an index of its candidates, and
 * subqueries read what belongs to them: the paid orders of the past cost nothing. A cancelled order closes its captured invoice.
 */
const OPEN_CASES = `
  select x.kind, i.order_id, o.display_id, x.invoice_id, x.since, x.owed::text, x.earlier_sats::text, x.failure
    from (select 'payment' as kind, invoice_id, created_at as since, null::numeric as owed, null::numeric as earlier_sats, null::jsonb as failure
            from bitcoin_case where closed_at is null
          union all
          select 'failing', payload ->> 'invoiceId', alerted_at, null, null,
                 jsonb_build_object('task', coalesce(payload ->> 'kind', 'refund'), 'attempts', attempts, 'error', last_error)
            from ${OUTBOX_TABLE} where topic in ('bitcoin-effect', 'bitcoin-refund') and finished_at is null and alerted_at is not null
          union all
          select 'surplus', id, captured_at, null, null, null from bitcoin_invoice
           where surplus_minor > 0 and captured_at is not null and state = 'confirmed'
          union all
          select 'owed', id, since, amount, null, null from (${owedPayments("bitcoin_invoice")}) owed where amount > 0
          union all
          select 'sent_before_order', invoice_id, since, null, sats, null from (${EARLIER_MONEY}) earlier
          union all
          select 'refund_unrecorded', invoice_id, updated_at, amount_minor, null,
                 jsonb_build_object('task', 'refund', 'attempts', 1, 'error', outcome)
            from bitcoin_refund_payout where ${IS_PAYOUT_CASE}) x
   cross join lateral (select order_id from bitcoin_invoice where id = x.invoice_id limit 1) i
    left join "order" o on o.id = i.order_id
   where cast(:orders as text[]) is null or i.order_id = any(:orders)
   order by x.since, x.invoice_id limit ${LIMIT}`

async function readRows(
  container: MedusaContainer,
  orders: readonly string[] | null,
): Promise<z.output<typeof caseRow>[]> {
  return querySql(container, caseRow, OPEN_CASES, { orders })
}

export async function ordersWithBitcoinCases(
  container: MedusaContainer,
): Promise<{ orderId: string; since: string }[]> {
  const rows = await readRows(container, null)
  return rows.map(({ order_id: orderId, since }) => ({ orderId, since }))
}

export async function openBitcoinCases(
  container: MedusaContainer,
  orderIds: readonly string[] | null,
): Promise<OpenCase[]> {
  const rows = await readRows(container, orderIds)
  const orders = [...new Set(rows.map(({ order_id }) => order_id))]
  const all = await container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrders(orders)
  const byInvoice = new Map(all.map((details) => [details.invoice.id, details]))
  return rows.flatMap((row) => {
    const details = byInvoice.get(row.invoice_id)
    return details === undefined ? [] : caseOf(row, details)
  })
}

const LABELS: Record<CaseRow["kind"], OpenCase["label"]> = {
  payment: { text: "Payment review", colour: "red" },
  owed: { text: "Refund due", colour: "red" },
  surplus: { text: "Overpaid", colour: "orange" },
  sent_before_order: { text: "Not for this order", colour: "orange" },
  failing: { text: "Failing", colour: "orange" },
  refund_unrecorded: { text: "Refund not recorded", colour: "red" },
}

function caseOf(row: CaseRow, details: ReviewedInvoice): OpenCase {
  const { kind, order_id: orderId, display_id: number, since } = row
  const { invoice, isAddressAwaited, refundAddresses, actions } = details
  const { reasons, amountMinor, why } = contentOf(row, details)
  const address =
    refundAddresses.length > 0
      ? "the buyer gave a refund address"
      : "the buyer was asked for a refund address"
  return {
    ...{ kind, orderId, number, since, reasons, amountMinor, label: LABELS[kind] },
    paymentId: invoice.id,
    why: isAddressAwaited ? `${why}; ${address}` : why,
    respondBy: null,
    priceMinor: invoice.priceMinor,
    bitcoin: kind === "refund_unrecorded" ? null : { receivedSats: invoice.received, dueSats: invoice.due },
    actions,
    options: actions.flatMap((action) => {
      const label = ACTION_TEXTS[action].option
      // A payment that is accepted has its other cases all the same.
      const isSolution = kind === "payment" || (kind !== "failing" && action !== "accept")
      return label === null || !isSolution ? [] : [{ action, label }]
    }),
  }
}

function contentOf(
  { kind, owed, earlier_sats: earlier, failure }: CaseRow,
  { invoice, outputs, reasons, surplusMinor }: ReviewedInvoice,
): Pick<OpenCase, "reasons" | "amountMinor" | "why"> {
  const { currency } = invoice
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency })
  const money = (amount: bigint) => format.format(Number(formatMinorUnits(amount, currency)))
  switch (kind) {
    case "payment":
      return {
        reasons,
        amountMinor: null,
        why: [sentenceOf(reasons), invoice.dispute?.says ?? []].flat().join(". "),
      }
    case "failing": {
      const { task = "", attempts = 0, error } = failure ?? {}
      const why = `${REASON_TEXTS.failing}: '${task}' failed ${attempts} times: ${error ?? ""}`
      return { reasons: ["failing"], amountMinor: null, why }
    }
    case "surplus": {
      const why = `${money(surplusMinor)} more than the order takes was received`
      return { reasons: ["overpaid"], amountMinor: surplusMinor, why }
    }
    case "sent_before_order": {
      const amountMinor = worthInMinorUnits(satoshis(BigInt(earlier ?? 0)), invoice)
      const isByNode = outputs.some((output) => isByLightning(output) && output.seenAt < invoice.createdAt)
      const how = isByNode
        ? "by Lightning for an invoice that the shop does not know, which names this order"
        : "to the address before the order was placed"
      const why = `${money(amountMinor)} was sent ${how}. It is not counted: find out whose it is`
      return { reasons: [kind], amountMinor, why }
    }
    case "refund_unrecorded": {
      const amountMinor = BigInt(owed ?? 0)
      const cause = REJECTION_TEXTS[rejectionCode.parse(failure?.error)]
      const why = `A transaction with several refunds sent ${money(amountMinor)} to the buyer, and it could not be recorded: ${cause} If the buyer was paid twice, ask for one of the payments back. Then close the transaction on the page Refunds in bitcoin`
      return { reasons: [kind], amountMinor, why }
    }
    case "owed": {
      const amountMinor = toMinorUnits(Number(owed), currency)
      return { reasons: ["refund_due"], amountMinor, why: refundIsDue(money(amountMinor)) }
    }
  }
}

function sentenceOf(reasons: readonly PaymentReason[]): string {
  const [first = "", ...others] = reasons.map((reason) => REASON_TEXTS[reason])
  return [first, ...others.map((text) => text.charAt(0).toLowerCase() + text.slice(1))].join("; ")
}

const closedRow = z.object({
  at: z.date().transform((date) => date.toISOString()),
  orderId: z.string(),
  number: z.number().int().nullable(),
  what: z.enum([...STAFF_ACTIONS, "case_closed"]).transform((code) => ACTION_TEXTS[code].done),
  by: z.string(),
  reason: z.string().nullable(),
})

export async function closedBitcoinCases(container: MedusaContainer, limit: number): Promise<ClosedCase[]> {
  return querySql(
    container,
    closedRow,
    `select x.at, i.order_id as "orderId", o.display_id as number, x.what, x.by, x.reason
       from ((select created_at as at, invoice_id, action as what, by_email as by, reason from bitcoin_audit_entry
               order by created_at desc limit cast(:limit as integer))
             union all
             (select closed_at, invoice_id, 'case_closed', coalesce(closed_by, ''), reason from bitcoin_case
               where closed_at is not null order by closed_at desc limit cast(:limit as integer))) x
       join bitcoin_invoice i on i.id = x.invoice_id
       left join "order" o on o.id = i.order_id
      order by x.at desc limit cast(:limit as integer)`,
    { limit },
  )
}
