import { readdir } from "node:fs/promises"
import { asValue } from "@medusajs/framework/awilix"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys, createMedusaContainer } from "@medusajs/framework/utils"
import { ORDER_LISTS } from "@shop/contracts/staff"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import "medusa-payment-bitcoin/workflows"
import { beforeAll, expect, it, vi } from "vitest"
import { databaseProbes } from "../../src/platform/metrics/database-probes"
import { createPaymentReview } from "../../src/modules/bitcoin-payment/src/application/payment-review"
import { DEFAULT_POLICY } from "../../src/modules/bitcoin-payment/src/domain/policy"
import { leaseNext } from "../../../packages/medusa-payments/src/modules/outbox/queue"
import { listOrders } from "../../src/orders/order-lists"
import { searchOrders } from "../../src/orders/order-search"
import { readClosedCases, readOpenCases, readOrdersWithCases } from "../../src/payments/cases"
import { readShortPayments } from "../../src/payments/short-payments"
import { countOpenOrders, deleteEndedOpenOrders } from "../../src/platform/medusa-tables/order-lists"
import { readWrongReservations } from "../../src/platform/medusa-tables/reservations"
import { parseStatement, STATEMENTS } from "../../src/platform/medusa-tables/statement"
import { useOwnDatabase } from "../harness/own-database"

// Its types are there twice: built, and in its sources.
const { findUnsettledCancellations } = await vi.importActual<{
  findUnsettledCancellations: (container: MedusaContainer) => Promise<string[]>
}>("../../src/modules/bitcoin-payment/src/workflows/settle-cancellation")

const MEDUSA_TABLES = new URL("../../src/platform/medusa-tables/", import.meta.url)
for (const file of await readdir(MEDUSA_TABLES)) await import(new URL(file, MEDUSA_TABLES).href)

const ORDERS = 20_000

/** Paid orders of two years, each with what the shop stores about it. */
const PAST = [
  `insert into "order" (id, status, version, currency_code, email, created_at, updated_at, canceled_at)
   select 'order_' || i, case when i % 4 = 0 then 'canceled' else 'pending' end::order_status_enum, 1, 'gbp', 'buyer@example.com',
     at, at, case when i % 4 = 0 then at end
     from generate_series(1, ${ORDERS}) i, lateral (select now() - i * interval '50 minutes' as at) t`,
  `insert into order_summary (id, order_id, version, totals)
   select 'ordsum_' || i, 'order_' || i, 1, '{"pending_difference": 0}' from generate_series(1, ${ORDERS}) i`,
  // The cancelled ones never left, and the newest hundred are to be packed.
  `insert into order_item (id, order_id, version, item_id, quantity, raw_quantity, fulfilled_quantity, shipped_quantity,
     return_requested_quantity, return_received_quantity, return_dismissed_quantity, written_off_quantity)
   select 'orditem_' || i, 'order_' || i, 1, 'ordli_' || i, 2, '{"value": "2"}', done, done, 0, 0, 0, 0
     from generate_series(1, ${ORDERS}) i, lateral (select case when i % 4 = 0 or i < 100 then 0 else 2 end as done) l`,
  `insert into order_line_item (id, title, unit_price, raw_unit_price)
   select 'ordli_' || i, 'Honey', 5, '{"value": "5"}' from generate_series(1, ${ORDERS}) i`,
  `insert into reservation_item (id, inventory_item_id, location_id, quantity, raw_quantity, line_item_id, deleted_at)
   select 'resitem_' || i, 'item', 'location', 2, '{"value": "2"}', 'ordli_' || i, case when i >= 100 then now() - i * interval '50 minutes' end
     from generate_series(1, ${ORDERS}) i`,
  `insert into order_line_item_tax_line (id, item_id, code, rate, raw_rate)
   select 'ordlitxl_' || i, 'ordli_' || i, 'GB20', 20, '{"value": "20"}' from generate_series(1, ${ORDERS}) i`,
  `insert into order_line_item_adjustment (id, item_id, amount, raw_amount)
   select 'ordliadj_' || i, 'ordli_' || i, 1, '{"value": "1"}' from generate_series(1, ${ORDERS}) i`,
  `insert into return (id, order_id, order_version, status)
   select 'return_' || i, 'order_' || i, 1, 'received' from generate_series(1, ${ORDERS}) i`,
  `insert into return_item (id, return_id, item_id, quantity, raw_quantity)
   select 'retitem_' || i, 'return_' || i, 'ordli_' || i, 1, '{"value": "1"}' from generate_series(1, ${ORDERS}) i`,
  `insert into fulfillment (id, location_id, provider_id, shipped_at)
   select 'ful_' || i, 'location', 'manual', now() - i * interval '50 minutes' from generate_series(100, ${ORDERS}) i where i % 4 > 0`,
  `insert into order_fulfillment (id, order_id, fulfillment_id)
   select 'ordful_' || i, 'order_' || i, 'ful_' || i from generate_series(100, ${ORDERS}) i where i % 4 > 0`,
  `insert into open_order (order_id, opened_at)
   select 'order_' || i, now() - i * interval '50 minutes' from generate_series(1, 150) i`,
  `insert into order_cart (id, order_id, cart_id)
   select 'ordcart_' || i, 'order_' || i, 'cart_' || i from generate_series(1, ${ORDERS}) i`,
  `insert into payment_collection (id, currency_code, amount, raw_amount, captured_amount)
   select 'pay_col_' || i, 'gbp', 5, '{"value": "5"}', 5 from generate_series(1, ${ORDERS}) i`,
  `insert into order_payment_collection (id, order_id, payment_collection_id)
   select 'ordpay_' || i, 'order_' || i, 'pay_col_' || i from generate_series(1, ${ORDERS}) i`,
  `insert into payment_session (id, currency_code, amount, raw_amount, provider_id, payment_collection_id)
   select 'payses_' || i, 'gbp', 5, '{"value": "5"}', 'pp_bitcoin_bitcoin', 'pay_col_' || i from generate_series(1, ${ORDERS}) i`,
  `insert into payment (id, currency_code, amount, raw_amount, provider_id, payment_collection_id, payment_session_id, captured_at)
   select 'pay_' || i, 'gbp', 5, '{"value": "5"}', 'pp_bitcoin_bitcoin', 'pay_col_' || i, 'payses_' || i, now()
     from generate_series(1, ${ORDERS}) i`,
  `insert into capture (id, amount, raw_amount, payment_id)
   select 'capt_' || i, 5, '{"value": "5"}', 'pay_' || i from generate_series(1, ${ORDERS}) i`,
  `insert into refund (id, amount, raw_amount, payment_id)
   select 'ref_' || i, 1, '{"value": "1"}', 'pay_' || i from generate_series(1, ${ORDERS}) i`,
  `insert into order_transaction (id, order_id, version, amount, raw_amount, currency_code, reference, reference_id)
   select 'ordtrx_' || kind || i, 'order_' || i, 1, 1, '{"value": "1"}', 'gbp', kind, kind || '_' || i
     from generate_series(1, ${ORDERS}) i, unnest(array['capture', 'refund']) kind`,
  `insert into order_address (id, first_name, last_name, postal_code, phone)
   select 'ordaddr_' || i, 'Name' || i, 'Family', 'AB1 ' || i, '07' || lpad(i::text, 9, '0') from generate_series(1, ${ORDERS}) i`,
  `update "order" set shipping_address_id = 'ordaddr_' || substr(id, 7)`,
  `insert into fulfillment_label (id, tracking_number, tracking_url, label_url, fulfillment_id)
   select 'fulla_' || i, 'XY' || i, '#', '#', 'ful_' || i from generate_series(100, ${ORDERS}) i where i % 4 > 0`,
  `insert into promotion (id, code, type) select 'promo_' || i, 'CODE' || i, 'standard' from generate_series(1, 50) i`,
  `insert into order_promotion (id, order_id, promotion_id) select 'ordpromo_' || i, 'order_' || i, 'promo_' || i % 50 + 1 from generate_series(1, ${ORDERS}) i`,
  `insert into bitcoin_lightning_invoice (payment_hash, invoice_id, bolt11, expires_at)
   select lpad(to_hex(i), 64, '0'), 'invoice_' || i, 'lnbcrt', now() from generate_series(1, ${ORDERS}) i`,
  `insert into unpaid_release (id, order_id, by_id, by_email, reason, outstanding_pence, total_pence)
   select 'unprel_' || i, 'order_' || i, 'user', 'staff@example.com', 'A regular', 500, 500 from generate_series(1, ${ORDERS}, 10) i`,
  `insert into bitcoin_wallet (id, descriptor, network) values ('wallet', 'a descriptor', 'regtest')`,
  `insert into bitcoin_invoice (id, order_id, session_id, wallet_id, address_index, address, price_minor, currency, due_sats, received_sats,
     rate, rate_source, rate_at, expires_at, first_block_by, required_confirmations, state, captured_at, created_at)
   select 'invoice_' || i, 'order_' || i, 'session_' || i, 'wallet', i, 'address_' || i, 500, 'GBP', 12500, 12500,
     '40000', 'fixed', at, at, at, 1, 'confirmed', at, at
     from generate_series(1, ${ORDERS}) i, lateral (select now() - i * interval '50 minutes' as at) t`,
  `insert into bitcoin_output (txid, vout, invoice_id, sats, status, height, block_hash, seen_at)
   select lpad(to_hex(i), 64, '0'), 0, 'invoice_' || i, 12500, 'confirmed', i, 'block', now() from generate_series(1, ${ORDERS}) i`,
  `insert into bitcoin_audit_entry (id, invoice_id, action, idempotency_key, by_id, by_email)
   select 'entry_' || i, 'invoice_' || i, 'accept', 'key_' || i, 'user', 'staff@example.com' from generate_series(1, ${ORDERS}) i`,
  `insert into bitcoin_refund (id, invoice_id, method, amount_minor, by_id, by_email, medusa_minor)
   select 'refund_' || i, 'invoice_' || i, 'money', 100, 'user', 'staff@example.com', 100 from generate_series(1, ${ORDERS}) i`,
  `insert into bitcoin_refund_payout (id, batch_id, invoice_id, address, sats, amount_minor, is_open, outcome)
   select 'payout_' || i, 'batch', 'invoice_' || i, 'address', 2500, 100, false, 'recorded' from generate_series(1, ${ORDERS}) i`,
  `insert into bitcoin_case (id, invoice_id, reason, closed_at)
   select 'case_' || i, 'invoice_' || i, 'late', now() from generate_series(1, ${ORDERS}) i`,
  `insert into order_withdrawal (id, order_id, items, pence, came_by, created_at, settled_at)
   select 'withdr_' || i, 'order_' || i, '[]', 500, 'link', at, at
     from generate_series(1, ${ORDERS}) i, lateral (select now() - i * interval '50 minutes' as at) t`,
  `insert into medusa_payments_outbox (id, topic, key, payload, finished_at, outcome)
   select 'message_' || i, 'mail', 'order-placed:order_' || i, '{}', now(), 'done' from generate_series(1, ${ORDERS}) i`,
]

const { connection } = useOwnDatabase("shop_own_query_plans")
beforeAll(async () => {
  // The triggers are not tested here.
  await connection.transaction(async (trx) => {
    await trx.raw("set local session_replication_role = replica")
    for (const statement of PAST) await trx.raw(statement)
  })
  await connection.raw("vacuum analyze")
})

const container = () => {
  const made = createMedusaContainer()
  made.register(ContainerRegistrationKeys.PG_CONNECTION, asValue(connection))
  const reviewService = createPaymentReview({
    db: connection,
    policy: DEFAULT_POLICY,
    readDestination: (destination) => ({ ok: true, destination }),
    checkProof: () => null,
    opening: () => Promise.reject(new Error("Nothing is opened here.")),
  })
  made.register(BITCOIN_PAYMENT, asValue({ reviewService }))
  return made
}

type Statement = { sql: string; bindings: Knex.RawBinding[] }
async function statementsOf(read: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const listener = (query: Statement) => statements.push(query)
  connection.on("query", listener)
  await read()
  connection.off("query", listener)
  return statements
}

const probe = async (name: string) =>
  databaseProbes(connection, [])
    .find((one) => one.name === name)
    ?.read()

it.each<[string, () => Promise<unknown>]>([
  ["the staff's open cases", () => readOpenCases(container())],
  ["the payments that are short", () => readShortPayments(container())],
  ["the staff's closed cases", () => readClosedCases(container())],
  ["the orders with open cases", () => readOrdersWithCases(container())],
  ["how many orders are to be packed", () => countOpenOrders(container())],
  ...ORDER_LISTS.map((list): [string, () => Promise<unknown>] => [
    `the orders of the list ${list}`,
    () => listOrders(container(), { list, offset: 0 }, new Set(["order_1"])),
  ]),
  ...[
    ...["#4711", "ada@example.com", "Ada Love", "Love Ada", "sw1y 4", "07700 900123", "ab".repeat(32)],
    ...["bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", "AB123456789GB", "SPRING10"],
  ].map((text): [string, () => Promise<unknown>] => [
    `the orders found by ${text}`,
    () => searchOrders(container(), text, new Set()),
  ]),
  ["the cancellations that are not settled", () => findUnsettledCancellations(container())],
  ["the wrong reservations", () => readWrongReservations(container(), { orderId: null })],
  ["the metrics of the outbox", () => probe("outbox")],
  ["the metrics of the invoices", () => probe("invoices")],
  ["the next message of the outbox", () => leaseNext(connection, "mail", new Date())],
])("reading %s scans no table that grows with the orders of the past", async (_what, read) => {
  const statements = await statementsOf(read)
  expect(statements).not.toEqual([])
  for (const { sql, bindings } of statements) {
    const { rows } = await connection.raw<{ rows: Record<string, string>[] }>(
      `explain ${sql.replace(/\$\d+/g, "?")}`,
      bindings,
    )
    // The table of open orders forgets the past, a shop has few wallets, and catalogue and promotions do not grow with its orders.
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n"), sql).not.toMatch(
      /Seq Scan on (?!open_order |bitcoin_wallet |product_variant |promotion )/,
    )
  }
})

it("reading the staff's open cases takes as many statements for twenty as for one", async () => {
  const open = async (cases: number) => {
    await connection.raw(
      `update bitcoin_case set closed_at = case when substr(id, 6)::int <= ? then null else now() end where substr(id, 6)::int <= 20`,
      [cases],
    )
    const statements = await statementsOf(async () =>
      expect(await readOpenCases(container())).toHaveLength(cases),
    )
    return statements.length
  }
  const one = await open(1)
  expect(await open(20)).toBe(one)
  await open(0)
})

it("forgets the records of orders that have left or are cancelled, and keeps those of open ones", async () => {
  const records = async () => (await connection("open_order").select("order_id")).length
  // Of the newest hundred every fourth is cancelled.
  expect(await countOpenOrders(container())).toMatchObject({ to_pack: 75 })
  await deleteEndedOpenOrders(container())
  expect(await countOpenOrders(container())).toEqual({ to_pack: 75 })
  expect(await records()).toBe(75)
  await connection.raw(`update "order" set status = 'pending' where id = 'order_4'`)
  expect(await records()).toBe(76)
})

it.each(
  [...STATEMENTS].map((text, index) => [text.replace(/\s+/g, " ").slice(0, 100), text, index] as const),
)("this version of Medusa has the tables and columns of: %s", async (_start, text) => {
  await expect(
    connection.transaction((transaction) => parseStatement(transaction, text)),
  ).resolves.toBeUndefined()
})
