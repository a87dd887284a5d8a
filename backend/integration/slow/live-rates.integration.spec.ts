import { bitcoinRateSchema, type PlaceOrderBody } from "@shop/contracts"
import { afterAll, beforeAll, beforeEach, expect, inject, it } from "vitest"
import { z } from "zod"
import { call, refused, send } from "../harness/call"
import { browserOf, checkoutOf, fillCart, order, tryOrder } from "../harness/checkout"
import { makeProduct, type MadeProduct } from "../harness/fixtures"
import {
  startMarketServer,
  type MarketName,
  type MarketServer,
} from "../../src/modules/bitcoin-payment/src/adapters/testing/market-server"
import { startOwnBackend } from "../harness/own-backend"
import { askDatabase } from "../harness/postgres"
import { eventually } from "../harness/regtest"
import { signInStaff, type Staff } from "../harness/staff"

const FOUR: readonly MarketName[] = ["kraken", "coinbase", "bitstamp", "bitfinex"]

let markets: MarketServer
let backend: Awaited<ReturnType<typeof startOwnBackend>>
let honey: MadeProduct
let staff: Staff
const startedAt = Date.now()

beforeAll(async () => {
  markets = await startMarketServer()
  backend = await startOwnBackend("live_rates", {
    BITCOIN_ESPLORA_URL: inject("quietChainUrl"),
    BITCOIN_RATE: "live",
    BITCOIN_RATE_SPREAD_PERCENT: "1.5",
    // The shop detects a silent market within seconds.
    BITCOIN_RATE_MAX_AGE_SECONDS: "6",
    BITCOIN_WALLET_GAP_LIMIT: "20",
    UNPAID_ORDERS_CHECK_SECONDS: "0.3",
    BITCOIN_RATE_MARKETS: FOUR.map((name) => `${name}=${markets.urlOf(name)}`).join(","),
  })
  staff = await signInStaff(backend.url)
  honey = await makeProduct(staff, { stock: 50, price: 5 })
})
afterAll(async () => {
  await backend.stop()
  await markets.stop()
})
beforeEach(() => {
  markets.quotes("kraken", "64000.00")
  markets.quotes("coinbase", "64100.00")
  markets.quotes("bitstamp", "64050.00")
  markets.quotes("bitfinex", "64020.00")
})

const rate = () => call(bitcoinRateSchema, "/api/bitcoin/rate", { backendUrl: backend.url })
const cart = () => fillCart(honey, 1, undefined, backend.url)

/** Two of four markets are down and one lies, so the remaining two disagree and neither can be trusted. */
async function loseTheRate(): Promise<void> {
  markets.does("kraken", (_request, response) => response.writeHead(502).end())
  markets.does("coinbase", (_request, response) => response.destroy())
  markets.quotes("bitstamp", "6405.00")
  await untilTheRateAnswers(503)
}

/** The settings above make the shop notice within seconds. */
async function untilTheRateAnswers(status: number): Promise<void> {
  await eventually(
    async () => (await send("/api/bitcoin/rate", { backendUrl: backend.url })).status,
    (answered) => answered === status,
  )
}

async function rowsWritten(): Promise<unknown> {
  const [counts] = await askDatabase(
    backend.databaseUrl,
    `select (select count(*) from "order") as orders, (select count(*) from reservation_item) as reservations,
      (select count(*) from payment_collection) as payments, (select count(*) from customer) as customers,
      (select count(*) from bitcoin_invoice) as invoices, (select max(next_index) from bitcoin_wallet) as next_index,
      -- A sequence keeps what was taken back: it tells whether an order was even begun.
      (select last_value from order_display_id_seq) as last_number`,
  )
  return counts
}

it("quotes at the median less the spread, and stores rate, source and time with the invoice", async () => {
  const now = await rate()
  expect(now).toMatchObject({
    rate: "63074.47",
    source: "median of bitfinex, bitstamp, coinbase, kraken less 1.5 %",
  })
  expect(Date.parse(now.asOf)).toBeGreaterThanOrEqual(startedAt)
  expect(Date.parse(now.asOf)).toBeLessThanOrEqual(Date.now())

  const placed = await order(checkoutOf(await cart(), 5), backend.url)
  expect(placed.bitcoin?.amountSats).toBe("7928")
  const [invoice] = await askDatabase<
    Record<"rate" | "rate_source" | "due_sats", string> & { rate_at: Date }
  >(
    backend.databaseUrl,
    "select rate, rate_source, rate_at, due_sats::text from bitcoin_invoice where order_id = $1",
    [placed.id],
  )
  expect(invoice).toMatchObject({ rate: now.rate, rate_source: now.source, due_sats: "7928" })
  expect(invoice?.rate_at.getTime()).toBeGreaterThanOrEqual(Date.parse(now.asOf))
  expect(invoice?.rate_at.getTime()).toBeLessThanOrEqual(Date.now())
})

it("rejects a Bitcoin order without a reliable rate and writes nothing; card payment still works", async () => {
  const cartId = await cart()
  await loseTheRate()
  expect(await refused(503, "/api/bitcoin/rate", { backendUrl: backend.url })).toMatchObject({
    code: "bitcoin_unavailable",
    detail:
      "Bitcoin payments are temporarily unavailable: we cannot tell today's rate for sure. Please try again in a few minutes.",
  })

  const before = await rowsWritten()
  const body = checkoutOf(cartId, 5)
  const problem = await refused(503, "/api/orders", { method: "POST", body, backendUrl: backend.url })
  expect(problem.code).toBe("bitcoin_unavailable")
  expect(await rowsWritten()).toEqual(before)

  const byCard = await order({ ...body, paymentMethod: "card" }, backend.url)
  expect(byCard.bitcoin).toBeNull()
})

it("still serves an order placed before the rate was lost, and accepts new ones when it is back", async () => {
  await untilTheRateAnswers(200)
  const body = checkoutOf(await cart(), 5)
  const placed = await order(body, backend.url)
  await loseTheRate()
  expect((await order(body, backend.url)).id).toBe(placed.id)

  for (const name of FOUR) markets.quotes(name, "60000.00")
  await untilTheRateAnswers(200)
  expect((await order(checkoutOf(await cart(), 5), backend.url)).bitcoin?.amountSats).toBe("8461")
})

it("one client takes five of the addresses that the owner's wallet shows, with ended orders and new quotes", async () => {
  const [hoarder, other] = ["203.0.113.1", "203.0.113.2"]
  const mailboxOf = (from: string) => `at-${from}@x.test`
  const place = async (from: string, over: Partial<PlaceOrderBody> = {}) =>
    order(checkoutOf(await cart(), 5, { email: mailboxOf(from), ...over }), backend.url, from)
  const ask = (sql: string, values: unknown[]) => askDatabase(backend.databaseUrl, sql, values)
  const cancelled = await place(hoarder)
  const byCard = await place(other, { paymentMethod: "card" })
  const ended = [cancelled.id, byCard.id]
  for (const id of ended) await staff.post(z.unknown(), `/admin/orders/${id}/cancel`, {})
  await ask(
    `update unpaid_order u set created_at = now() - interval '11 minutes' from order_cart l
      where l.cart_id = u.cart_id and l.order_id = any($1)`,
    [ended],
  )
  await expect
    .poll(() =>
      ask(
        "select l.order_id from unpaid_order u join order_cart l using (cart_id) where l.order_id = any($1)",
        [ended],
      ),
    )
    .toEqual([{ order_id: cancelled.id }])

  const renewed = await place(hoarder)
  const renew = async () => {
    await ask(
      "update bitcoin_invoice set state = 'expired', expires_at = now() - interval '1 second' where order_id = $1",
      [renewed.id],
    )
    return send(`/api/orders/${renewed.id}/quote`, {
      method: "POST",
      headers: browserOf(renewed.id),
      backendUrl: backend.url,
    })
  }
  expect((await renew()).status).toBe(201)
  for (let taken = 3; taken < 5; taken += 1) await place(hoarder)
  const again = checkoutOf(await cart(), 5, { email: mailboxOf(hoarder) })
  const rejected = await tryOrder(again, backend.url, hoarder)
  expect(await rejected.json()).toMatchObject({ status: 409, code: "too_many_unpaid_orders" })
  const quote = await renew()
  expect(await quote.json()).toMatchObject({ status: 409, code: "no_new_quote" })
  await place(hoarder, { paymentMethod: "card" })
  await place(other)
})
