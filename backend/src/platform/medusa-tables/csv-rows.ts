import { z } from "@medusajs/framework/zod"
import { isoTime } from "../sql/query"
import { ORDER_CHANGES } from "./order-changes"
import { statement, statementWithCards } from "./statement"

/* Exports of payments, page by page. In SQL because they join Medusa's payments and orders with those of two modules. */

/** The transactions that count for the invoice `i`, and the hash of a Lightning payment. */
const TXIDS = `coalesce((select string_agg(distinct case status when 'settled' then 'lightning:' || txid else txid end, ' ')
  from bitcoin_output where invoice_id = i.id and status in ('mempool', 'confirmed', 'settled')), '')`

export const EXPORTED_ADDRESSES = 1000

/** The invoices of a `wallet` after the `last` address, each with its order's number. */
export const exportAddresses = statement(
  z.object({
    address_index: z.number().int(),
    address: z.string(),
    order_number: z.number().int().nullable(),
    order_id: z.string(),
    price_minor: z.string(),
    due_sats: z.string(),
    received_sats: z.string(),
    state: z.string(),
    txids: z.string(),
    rate: z.string(),
    rate_source: z.string(),
    rate_at: isoTime,
    created_at: isoTime,
    captured_at: isoTime.nullable(),
  }),
  `select i.address_index, i.address, o.display_id as order_number, i.order_id, i.price_minor::text, i.due_sats::text,
         i.received_sats::text, i.state, i.rate, i.rate_source, i.rate_at, i.created_at, i.captured_at,
         ${TXIDS} as txids
    from bitcoin_invoice i left join "order" o on o.id = i.order_id
   where i.wallet_id = :wallet and i.address_index > :last
   order by i.address_index limit ${EXPORTED_ADDRESSES}`,
)

export const EXPORTED_SALES = 200

/** What was captured for an invoice: its price, or the worth of an accepted short payment. */
const CAPTURED = `case when i.accepted_sats < i.due_sats
    then floor(i.accepted_sats * (i.rate::numeric * 100) / 100000000) else i.price_minor end`

const page = (at: string, id: string) =>
  `${at} >= :from and ${at} < :to and (${at}, ${id}) > (cast(:cursor as timestamptz), :id) order by ${at}, ${id} limit ${EXPORTED_SALES}`

/** The rate `k` that was kept last before a movement of bitcoin; none: the shop did not look in that hour. */
const keptRate = (at: string) => `left join lateral (select k.rate, k.source, k.at from bitcoin_rate k
    where k.currency = 'GBP' and k.at <= ${at} and k.at > ${at} - interval '1 hour' order by k.at desc limit 1) k on true`

const RECEIVED_AT = "coalesce(o.first_block_at, o.seen_at)"
/** The part of an output that a verdict took at the quote's rate, and the rest. */
const PARTS = `cross join lateral (values (o.in_time_sats, true, ''), (o.sats - coalesce(o.in_time_sats, 0), false,
    case when o.in_time_sats > 0 then ':rest' else '' end)) part (sats, in_time, suffix)`
const RECEIVED_ID = "o.txid || ':' || o.vout::text || part.suffix"
const inTime = (quoted: string, kept: string) => `case when part.in_time then ${quoted} else ${kept} end`

/** Bitcoin sales by capture time, refunds by recording time; and what came to the shop's addresses, by block. */
const BITCOIN = `
    (select 'sale' as kind, i.id, i.captured_at as at, 'pp_bitcoin_bitcoin' as provider, i.order_id,
            (${CAPTURED})::text as pence,
            (select c.id from payment p join capture c on c.payment_id = p.id and c.deleted_at is null
              where p.payment_session_id = i.session_id order by c.created_at limit 1) as medusa_id,
            null as sats, i.rate, i.rate_source, i.rate_at, null::numeric as surplus_pence,
            ${TXIDS} as transactions,
            case when i.by_hand_sats is not null then 'marked as paid by staff' when i.accepted_sats < i.due_sats then 'short, accepted'
                 when i.accepted_sats is not null then 'late, accepted' else '' end as note
       from bitcoin_invoice i
      where ${page("i.captured_at", "i.id")})
    union all
    (select 'refund', r.id, r.created_at, 'pp_bitcoin_bitcoin', i.order_id, (-r.medusa_minor)::text,
            (select m.id from refund m where m.id = r.medusa_refund_id and m.deleted_at is null),
            (-r.sats)::text, k.rate, k.source, k.at, nullif(r.amount_minor - r.medusa_minor, 0), case when r.preimage is null then coalesce(r.txid, '') else 'lightning:' || r.txid end,
            case when r.method = 'money' then 'in pounds' when r.basis = 'money' then 'at the rate of its day' else 'the bitcoin that was paid' end
       from bitcoin_refund r join bitcoin_invoice i on i.id = r.invoice_id ${keptRate("r.created_at")}
      where ${page("r.created_at", "r.id")})
    union all
    (select 'received', ${RECEIVED_ID}, ${RECEIVED_AT}, 'pp_bitcoin_bitcoin', i.order_id, '0', null, part.sats::text,
            ${inTime("i.rate", "k.rate")}, ${inTime("i.rate_source", "k.source")}, ${inTime("i.rate_at", "k.at")}, null,
            case o.status when 'settled' then 'lightning:' || o.txid else o.txid end,
            case when o.sent_before_order then 'sent before the order' when not part.in_time then 'after the quote' else '' end
       from bitcoin_output o join bitcoin_invoice i on i.id = o.invoice_id ${PARTS} ${keptRate(RECEIVED_AT)}
      where o.status in ('confirmed', 'settled') and part.sats > 0 and ${page(RECEIVED_AT, RECEIVED_ID)})`

/**
 * A transaction that spends the shop's coins: its fee, if they are all that it spends, and what left besides refunds and what came
 * back to the wallet.
 */
const spent = (kind: string, sats: string, note: string) => `
    (select '${kind}', s.txid || ':${kind}', s.at, 'pp_bitcoin_bitcoin', '', '0', null, (${sats})::text, k.rate, k.source, k.at, null::numeric,
            s.txid, ${note}
       from bitcoin_spend s
       cross join lateral (select sum(c.sats) as sats, case when count(*) = s.inputs then sum(c.sats) - s.outputs_sats else 0 end as fee
         from bitcoin_coin c where c.spent_txid = s.txid) coins
       cross join lateral (select coalesce(sum(c.sats), 0) as sats from bitcoin_coin c where c.txid = s.txid and c.is_own) own
       cross join lateral (select coalesce(sum(r.sats), 0) as sats from bitcoin_refund r where r.txid = s.txid) refunds ${keptRate("s.at")}
      where (${sats}) <> 0 and ${page("s.at", `s.txid || ':${kind}'`)})`

const SPENT = `${spent("fee", "-coins.fee", "'of the network'")} union all
  ${spent("transfer", "own.sats + refunds.sats + coins.fee - coins.sats", "'to or from addresses that are not the shop''s'")}`

const OTHERS = `
    (select 'sale', c.id, c.created_at, p.provider_id, l.order_id, round(c.amount * 100)::text, c.id,
            null, null, null, null, null, '', ''
       from capture c join payment p on p.id = c.payment_id and p.provider_id <> 'pp_bitcoin_bitcoin'
       join order_payment_collection l on l.payment_collection_id = p.payment_collection_id and l.deleted_at is null
      where c.deleted_at is null and ${page("c.created_at", "c.id")})
    union all
    (select 'refund', r.id, r.created_at, p.provider_id, l.order_id, round(-r.amount * 100)::text, r.id,
            null, null, null, null, null, '', coalesce(r.note, '')
       from refund r join payment p on p.id = r.payment_id and p.provider_id <> 'pp_bitcoin_bitcoin'
       join order_payment_collection l on l.payment_collection_id = p.payment_collection_id and l.deleted_at is null
      where r.deleted_at is null and ${page("r.created_at", "r.id")})`

/** They move no money, but what was paid may be at other rates of VAT afterwards. */
const CHANGES = `
    (select 'change', c.id, c.confirmed_at, '', c.order_id, '0', c.id, null, null, null, null, null, '', 'the order was changed'
       from (${ORDER_CHANGES}) c where ${page("c.confirmed_at", "c.id")})`

/** What banks took back from sales by card and returned. A charge that was never captured is no sale: only the fee of its dispute counts. */
export const DISPUTES = `
  select b.id, b.created_at, p.order_id, b.dispute_id, b.fee_pence,
         case when p.captured_at is not null and p.processor_payment_id = b.processor_payment_id then b.pence else 0 end as pence
    from card_dispute_booking b join card_payment p on p.id = b.payment_id`

/** From `from` to before `to`, after `cursor` and `id`, oldest first. Each part of the union reads one page at most. */
export const exportSales = statementWithCards(
  z.object({
    kind: z.enum(["sale", "refund", "change", "dispute", "received", "fee", "transfer"]),
    id: z.string(),
    at: z.date(),
    provider: z.string(),
    order_id: z.string(),
    number: z.number().int().nullable(),
    pence: z.coerce.number().int(),
    /** Medusa's capture, refund or change; null: Medusa has none, or not yet. */
    medusa_id: z.string().nullable(),
    /** Bitcoin that came to the shop, or left it, below zero. */
    sats: z.string().nullable(),
    rate: z.string().nullable(),
    rate_source: z.string().nullable(),
    rate_at: z.date().nullable(),
    /** Pounds of a refund beyond the sale: what was paid too much went back. */
    surplus_pence: z.coerce.number().int().nullable(),
    transactions: z.string(),
    note: z.string(),
    /** `at` with Postgres' full precision: the next page starts after it and the id. */
    cursor: z.string(),
  }),
  (ifCards) => `select x.*, x.at::text as cursor, o.display_id as number
    from (${BITCOIN} union all ${SPENT} union all ${OTHERS} union all ${CHANGES} ${ifCards(`union all
      (select 'dispute', d.id, d.created_at, 'pp_card_card', d.order_id, d.pence::text, null, null, null, null, null, null, '',
              case when d.pence < 0 then 'taken back by the bank' else 'returned by the bank' end
         from (${DISPUTES}) d where ${page("d.created_at", "d.id")})`)}) x left join "order" o on o.id = x.order_id
   order by x.at, x.id limit ${EXPORTED_SALES}`,
)

/** What the card processor told about these captures and refunds of Medusa, and movements of disputes. */
export const exportCards = statement(
  z.object({
    id: z.string(),
    processor_id: z.string().nullable(),
    fee_pence: z.number().int().nullable(),
    brand: z.string().nullable(),
    last4: z.string().nullable(),
    wallet: z.string().nullable(),
  }),
  `select c.id, k.processor_payment_id as processor_id, k.fee_pence, k.brand, k.last4, k.wallet
    from capture c join payment p on p.id = c.payment_id join card_payment k on k.session_id = p.payment_session_id
   where c.id = any(:ids)
  union all
  select r.medusa_refund_id, r.processor_refund_id, null, null, null, null from card_refund r where r.medusa_refund_id = any(:ids)
  union all
  select b.id, b.dispute_id, b.fee_pence, null, null, null from card_dispute_booking b where b.id = any(:ids)`,
)
