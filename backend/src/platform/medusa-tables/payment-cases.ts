import { z } from "@medusajs/framework/zod"
import { owedPayments } from "medusa-payments/amount-due"
import { OUTBOX_TABLE } from "../sql/query"
import { statement } from "./statement"

// In SQL because a payment is no entity that Medusa's API joins with the order's number.

const time = z.date().transform((date) => date.toISOString())
const openCardCaseRow = z.object({
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

export type OpenCardCase = z.output<typeof openCardCaseRow>

const OPEN_LIMIT = 200

/**
 * What needs a person: cases, effects and refunds that keep failing, and money that is owed to buyers. The last
 * one is derived from the amounts, so that no event can be missed.
 */
export const selectOpenCardCases = statement(
  openCardCaseRow,
  `select x.*, o.display_id as number from (
    select 'case' as source, c.kind, p.order_id, p.id as payment_id, c.created_at as since, c.respond_by, c.detail,
           c.pence, p.pence as price_pence
      from card_case c join card_payment p on p.id = c.payment_id where c.closed_at is null
    union all
    select 'failing', coalesce(m.payload ->> 'kind', 'refund'), p.order_id, p.id, m.alerted_at, null,
           m.attempts || ' times: ' || coalesce(m.last_error, ''), 0, p.pence
      from ${OUTBOX_TABLE} m
      join card_payment p on p.id = coalesce(m.payload ->> 'paymentId',
             (select r.payment_id from card_refund r where r.id = m.payload ->> 'refundId'))
     where m.topic in ('card-effect', 'card-refund') and m.finished_at is null and m.alerted_at is not null
    union all
    select 'owed', '', p.order_id, p.id, p.since, null, '',
           least(p.received_pence - p.disputed_pence - returned.pence, round(100 * p.amount)), p.pence
      from (${owedPayments("card_payment")}) p
     cross join lateral (select coalesce(sum(r.pence), 0) as pence from card_refund r
        where r.payment_id = p.id and r.processor_payment_id = p.processor_payment_id and r.status <> 'failed') returned
  ) x left join "order" o on o.id = x.order_id
   where (x.source <> 'owed' or x.pence > 0) and (cast(:orders as text[]) is null or x.order_id = any(:orders))
  order by x.since, x.payment_id limit ${OPEN_LIMIT}`,
)

/**
 * Payments of providers that are not our `own`, such as cards charged by hand, for `owedPayments`. Medusa itself enters what a
 * cancellation returns.
 */
const BY_HAND = `(
  select p.id, l.order_id, p.payment_session_id as session_id, p.captured_at, null::timestamptz as closed_at
    from payment p
    join order_payment_collection l on l.payment_collection_id = p.payment_collection_id and l.deleted_at is null
   where p.provider_id <> all(:own) and p.deleted_at is null)`

/** What the shop owes of such payments, the longest waiting first. */
export const selectOwedByHand = statement(
  z.object({
    orderId: z.string(),
    number: z.number().int().nullable(),
    paymentId: z.string(),
    since: time,
    pence: z.coerce.number().int(),
  }),
  `select p.order_id as "orderId", o.display_id as number, p.id as "paymentId", p.since, round(100 * p.amount) as pence
     from (${owedPayments(BY_HAND)}) p join "order" o on o.id = p.order_id
    where p.amount > 0 and (cast(:orders as text[]) is null or p.order_id = any(:orders))
    order by p.since, p.id limit ${OPEN_LIMIT}`,
)

/** Closed cases and refunds, the newest first. `pence`: of a refund. The ids of refunds are in the order of their times. */
export const selectClosedCardCases = statement(
  z.object({
    at: time,
    order_id: z.string(),
    number: z.number().int().nullable(),
    kind: z.string(),
    by: z.string(),
    reason: z.string().nullable(),
    pence: z.number().int().nullable(),
  }),
  `select x.at, p.order_id, o.display_id as number, x.kind, x.by, x.reason, x.pence
     from ((select closed_at as at, payment_id, kind, coalesce(closed_by, '') as by, close_reason as reason, null::integer as pence
              from card_case where closed_at is not null order by closed_at desc limit cast(:limit as integer))
           union all
           (select created_at, payment_id, 'refund', coalesce(by_email, source), reason, pence
              from card_refund where status = 'succeeded' order by id desc limit cast(:limit as integer))) x
     join card_payment p on p.id = x.payment_id left join "order" o on o.id = p.order_id
    order by x.at desc limit cast(:limit as integer)`,
)

const SHORT_LIMIT = 50

/** Bitcoin payments of which a part has arrived, those that run out first at the start. */
export const selectShortPayments = statement(
  z.object({
    id: z.string(),
    orderId: z.string(),
    number: z.number().int().nullable(),
    missingPence: z.coerce.number().int(),
  }),
  `select i.id, i.order_id as "orderId", o.display_id as number,
          ceil(i.price_minor * (i.due_sats - i.received_sats)::numeric / i.due_sats) as "missingPence"
     from bitcoin_invoice i left join "order" o on o.id = i.order_id
    where i.state = 'underpaid' and i.closed_at is null
    order by i.expires_at, i.id limit ${SHORT_LIMIT}`,
)
