import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { formatPence } from "@shop/contracts"
import type { ClosedCase, OpenCase } from "medusa-payments/review"
import { CASE_KINDS } from "../modules/card-payment"
import { CARD_CASES, cardReason } from "../orders/card-texts"
import { findCardPayments } from "../orders/payment-method"
import { querySql } from "../platform/sql/query"

const time = z.date().transform((date) => date.toISOString())
const openRow = z.object({
  source: z.enum(["case", "failing", "owed"]),
  kind: z.string(),
  order_id: z.string(),
  number: z.number().int().nullable(),
  payment_id: z.string(),
  since: time,
  respond_by: time.nullable(),
  detail: z.string(),
  pence: z.coerce.number().int(),
  price_pence: z.number().int(),
})

const LIMIT = 200

/**
 * What needs a person: cases, effects and refunds that keep failing, and money of cancelled orders that is still here. The last
 * one is derived from the amounts, so that no event can be missed.
 */
const OPEN_CASES = `
  select x.*, o.display_id as number from (
    select 'case' as source, c.kind, p.order_id, p.id as payment_id, c.created_at as since, c.respond_by, c.detail,
           c.pence, p.pence as price_pence
      from card_case c join card_payment p on p.id = c.payment_id where c.closed_at is null
    union all
    select 'failing', coalesce(m.payload ->> 'kind', 'refund'), p.order_id, p.id, m.alerted_at, null,
           m.attempts || ' times: ' || coalesce(m.last_error, ''), 0, p.pence
      from outbox_message m
      join card_payment p on p.id = coalesce(m.payload ->> 'paymentId',
             (select r.payment_id from card_refund r where r.id = m.payload ->> 'refundId'))
     where m.topic in ('card-effect', 'card-refund') and m.finished_at is null and m.alerted_at is not null
    union all
    select 'owed', '', p.order_id, p.id, p.closed_at, null, '', p.received_pence - returned.pence, p.pence
      from card_payment p
     cross join lateral (select coalesce(sum(r.pence), 0) as pence from card_refund r
        where r.payment_id = p.id and r.processor_payment_id = p.processor_payment_id and r.status <> 'failed') returned
     where p.captured_at is not null and p.closed_at is not null and p.received_pence > returned.pence
  ) x left join "order" o on o.id = x.order_id
   where cast(:orders as text[]) is null or x.order_id = any(:orders)
  order by x.since, x.payment_id limit ${LIMIT}`

/** The open cases about card payments, oldest first; of these orders alone where they are named. */
export async function openCardCases(
  container: MedusaContainer,
  orders: readonly string[] | null = null,
): Promise<OpenCase[]> {
  if (findCardPayments(container) === null) return []
  const rows = await querySql(container, openRow, OPEN_CASES, { orders })
  return rows.map((row) => ({
    kind: "card",
    label: { text: "Card payment", colour: "red" },
    orderId: row.order_id,
    number: row.number,
    paymentId: row.payment_id,
    since: row.since,
    reasons: [reasonOf(row)],
    why: whyOf(row),
    respondBy: row.respond_by,
    amountMinor: BigInt(row.pence),
    priceMinor: BigInt(row.price_pence),
    bitcoin: null,
    actions: [],
    options: [],
  }))
}

const caseKind = z.enum(CASE_KINDS)

function reasonOf({ source, kind }: z.output<typeof openRow>): string {
  if (source === "failing") return "A background task keeps failing"
  return source === "owed" ? "A refund is due" : CARD_CASES[caseKind.parse(kind)].what
}

function whyOf(row: z.output<typeof openRow>): string {
  const { source, kind, detail, pence } = row
  if (source === "failing") return `${reasonOf(row)}: ‘${kind}’ failed ${detail}`
  if (source === "owed") return `A refund of ${formatPence(pence)} is due: the order was cancelled`
  return `${reasonOf(row)} (${formatPence(pence)}): ${detail}`
}

const closedRow = z
  .object({
    at: time,
    order_id: z.string(),
    number: z.number().int().nullable(),
    kind: caseKind,
    by: z.string().transform(cardReason),
    reason: z.string().transform(cardReason).nullable(),
  })
  .transform(({ order_id: orderId, kind, ...row }): ClosedCase => ({
    ...row,
    orderId,
    what: `Closed: ${CARD_CASES[kind].what}`,
  }))

/** Closed cases, newest first. */
export async function closedCardCases(container: MedusaContainer, limit: number): Promise<ClosedCase[]> {
  if (findCardPayments(container) === null) return []
  return querySql(
    container,
    closedRow,
    `select c.closed_at as at, p.order_id, o.display_id as number, c.kind, coalesce(c.closed_by, '') as by, c.close_reason as reason
       from card_case c join card_payment p on p.id = c.payment_id left join "order" o on o.id = p.order_id
      where c.closed_at is not null order by c.closed_at desc limit cast(:limit as integer)`,
    { limit },
  )
}
