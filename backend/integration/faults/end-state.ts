import { z } from "zod"
import type { Cards, Charge } from "../harness/card-shop"
import { askDatabase } from "../harness/postgres"
import type { Staff } from "../harness/staff"
import type { MadeProduct } from "../harness/fixtures"
import type { Mailbox } from "../harness/mailbox"
import { paymentOverviewSchema, type OpenCase } from "@shop/contracts/staff-payments"
import type { Outages } from "./fault-schedule"
import {
  cardPaymentRow,
  idsRow,
  invoiceRow,
  levelsAnswer,
  mailRow,
  messageRow,
  openCaseRow,
  type orderRow,
  ordersAnswer,
  outputRow,
  refundRow,
  reservationRow,
  walletRow,
} from "./end-state-rows"
import type { NodeOutput } from "./network"
import type { NodeState } from "./node-state"
import type { Payment, Observer } from "./observer"
import type { ShopClock } from "./shop-clock"

export type BookedOrder = z.infer<typeof orderRow>
export type BookedInvoice = z.infer<typeof invoiceRow>
export type BookedCardPayment = z.infer<typeof cardPaymentRow>

/** The final state: the shop's records, the node's chain and what the buyers observed. */
export interface EndState {
  readonly orders: readonly BookedOrder[]
  readonly invoices: readonly BookedInvoice[]
  readonly cardPayments: readonly BookedCardPayment[]
  /** What the card processor took, according to the processor. */
  readonly charges: readonly Charge[]
  readonly countedOutputs: readonly z.infer<typeof outputRow>[]
  readonly carts: readonly z.infer<typeof idsRow>[]
  readonly reservations: readonly z.infer<typeof reservationRow>[]
  readonly unfinishedEffects: readonly z.infer<typeof messageRow>[]
  readonly unsentMails: readonly z.infer<typeof mailRow>[]
  readonly sentMails: readonly z.infer<typeof mailRow>[]
  /** An attempt that a kill interrupted may have delivered it; at the next one its subject was gone. */
  readonly withdrawnMails: readonly z.infer<typeof mailRow>[]
  readonly openCases: readonly z.infer<typeof openCaseRow>[]
  readonly wallets: readonly z.infer<typeof walletRow>[]
  readonly levels: readonly { item: string; variantId: string; stocked: number; reserved: number }[]
  readonly received: Mailbox["mails"]
  /** By address: each of an invoice, and each that a buyer was given. */
  readonly paid: ReadonlyMap<string, readonly NodeOutput[]>
  readonly everDeep: ReadonlyMap<string, readonly NodeOutput[]>
  readonly observer: Observer
  /** Periods of nearly a minute without a successful poll of the chain. */
  readonly blindPeriods: readonly { from: number; to: number }[]
  /** When the polls started that the shop recorded; not all of them. */
  readonly pollTimes: readonly number[]
  readonly outages: Outages
  /** What staff see. */
  readonly inbox: readonly Pick<OpenCase, "paymentId" | "orderId" | "label" | "pence">[]
  /** What the shop recorded as refunded in Bitcoin. */
  readonly recordedRefunds: readonly z.infer<typeof refundRow>[]
  /** Periods in which the clock of the shop's machine was off by so many milliseconds. */
  readonly wrongClock: ShopClock["wrongPeriods"]
}

interface Sources {
  readonly databaseUrl: string
  readonly staff: Staff
  readonly products: readonly MadeProduct[]
  readonly nodeState: NodeState
  readonly cards: Cards
  readonly observer: Observer
  readonly mailbox: Mailbox
  readonly blindPeriods: EndState["blindPeriods"]
  readonly pollTimes: EndState["pollTimes"]
  readonly outages: Outages
  readonly wrongClock: EndState["wrongClock"]
}

/** Reads orders, payments and stock from Medusa's API, and the modules' own tables from the database. */
export async function readEndState(sources: Sources): Promise<EndState> {
  const { databaseUrl, staff, products, nodeState, cards, observer, mailbox, ...periods } = sources
  const ask = async <Row>(schema: z.ZodType<Row>, sql: string) =>
    z.array(schema).parse(await askDatabase(databaseUrl, sql))

  const invoices = await ask(
    invoiceRow,
    `select id, order_id, wallet_id, address_index, address, state, due_sats as due, received_sats as received, price_minor as pence, created_at,
            captured_at is not null as is_captured, (
              select array_agg(to_char(at, 'HH24:MI:SS.MS ') || what order by at) from (
                select created_at, 'opened' union all
                select expires_at, 'quote ends' union all
                select closed_at, 'closed: ' || closed_how where closed_at is not null union all
                select t.created_at, t.to_state || ': ' || t.cause from bitcoin_transition t where t.invoice_id = i.id union all
                select a.created_at, a.action || ' ' || a.detail::text from bitcoin_audit_entry a where a.invoice_id = i.id union all
                select o.seen_at, 'seen: ' || o.txid from bitcoin_output o where o.invoice_id = i.id union all
                select o.created_at, 'stored: ' || o.txid from bitcoin_output o where o.invoice_id = i.id union all
                select o.first_block_at, 'in a block: ' || o.txid from bitcoin_output o where o.invoice_id = i.id and o.first_block_at is not null
              ) as history (at, what)) as history
       from bitcoin_invoice i order by address_index`,
  )
  const fields =
    "id,status,email,total,credit_line_total,summary.*,*items,*items.detail,payment_collections.captured_amount,payment_collections.payments.id,*payment_collections.payments.captures,*payment_collections.payments.refunds"
  const { orders, count } = await staff.get(ordersAnswer, `/admin/orders?limit=5000&fields=${fields}`)
  if (orders.length < count) throw new Error("Medusa did not tell all orders.")
  const paid = new Map<string, NodeOutput[]>()
  for (const address of new Set([...invoices.map((one) => one.address), ...observer.quotes.keys()]))
    paid.set(address, await nodeState.outputsTo(address))
  const mail = `select key, payload -> 'data' ->> 'orderId' as order_id, payload ->> 'to' as "to", payload ->> 'template' as template, attempts from medusa_payments_outbox`
  return {
    orders,
    invoices,
    cardPayments: await ask(
      cardPaymentRow,
      "select id, order_id, state, closed_how, captured_at is not null as is_captured, pence, created_at from card_payment",
    ),
    charges: await cards.charges(),
    countedOutputs: await ask(
      outputRow,
      `select i.address, o.txid, o.vout, o.sats, coalesce(o.sent_before_order and o.height <= i.opened_at_height, false) as is_earlier from bitcoin_output o join bitcoin_invoice i on i.id = o.invoice_id
        where o.status in ('mempool', 'confirmed')`,
    ),
    carts: await ask(idsRow, "select order_id, cart_id from order_cart where deleted_at is null"),
    reservations: await ask(
      reservationRow,
      `select line_item_id, quantity, concat(created_at, ' ', description, ' ', (
          select string_agg(concat(o.id, ' ', o.status, ' ', o.email, ' deleted ', o.deleted_at, ' ', o.metadata::text), ', ')
            from order_item i join "order" o on o.id = i.order_id where i.item_id = line_item_id)) as of
         from reservation_item where deleted_at is null`,
    ),
    unfinishedEffects: await ask(
      messageRow,
      "select coalesce(payload ->> 'invoiceId', key) as payment_id, coalesce(payload ->> 'kind', topic) as kind, last_error from medusa_payments_outbox where topic in ('bitcoin-effect', 'bitcoin-refund', 'card-effect', 'card-refund') and finished_at is null",
    ),
    unsentMails: await ask(mailRow, `${mail} where topic = 'mail' and finished_at is null`),
    sentMails: await ask(mailRow, `${mail} where topic = 'mail' and outcome = 'done'`),
    withdrawnMails: await ask(mailRow, `${mail} where topic = 'mail' and outcome <> 'done' and attempts > 1`),
    openCases: await ask(
      openCaseRow,
      `select i.order_id from bitcoin_case c join bitcoin_invoice i on i.id = c.invoice_id where c.closed_at is null
        union all select p.order_id from card_case c join card_payment p on p.id = c.payment_id where c.closed_at is null`,
    ),
    wallets: await ask(walletRow, "select id, next_index from bitcoin_wallet"),
    levels: await Promise.all(
      products.map(async ({ name, variantId, inventoryItemId }) => {
        const path = `/admin/inventory-items/${inventoryItemId}/location-levels`
        const [level] = (await staff.get(levelsAnswer, path)).inventory_levels
        if (!level) throw new Error(`${name} lies nowhere.`)
        return { item: name, variantId, stocked: level.stocked_quantity, reserved: level.reserved_quantity }
      }),
    ),
    received: mailbox.mails,
    paid,
    everDeep: new Map(invoices.map(({ address }) => [address, nodeState.everDeep(address)])),
    observer,
    blindPeriods: periods.blindPeriods,
    pollTimes: periods.pollTimes,
    outages: periods.outages,
    inbox: (await staff.get(paymentOverviewSchema, "/admin/payment-review/overview")).overview.inbox,
    recordedRefunds: await ask(
      refundRow,
      "select i.address, r.sats from bitcoin_refund r join bitcoin_invoice i on i.id = r.invoice_id",
    ),
    wrongClock: periods.wrongClock,
  }
}

/** The recorded payment of an output. Only the campaign pays on this network. */
export function paymentOf({ observer }: EndState, { txid }: NodeOutput): Payment {
  const payment = observer.payments.get(txid)
  if (!payment) throw new Error(`The campaign did not send ${txid}.`)
  return payment
}
