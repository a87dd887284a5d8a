import { bitcoinRateSchema } from "@shop/contracts"
import { afterAll, beforeAll, beforeEach, expect, inject, it } from "vitest"
import { call, refused, send } from "../harness/call"
import { checkoutOf, fillCart, order } from "../harness/checkout"
import { makeProduct, type MadeProduct } from "../harness/fixtures"
import { startMarketServer, type MarketName, type MarketServer } from "../harness/market-server"
import { startOwnBackend } from "../harness/own-backend"
import { askDatabase } from "../harness/postgres"
import { eventually } from "../harness/regtest"
import { signInStaff } from "../harness/staff"

const FOUR: readonly MarketName[] = ["kraken", "coinbase", "bitstamp", "bitfinex"]

let markets: MarketServer
let backend: Awaited<ReturnType<typeof startOwnBackend>>
let honey: MadeProduct
const startedAt = Date.now()

beforeAll(async () => {
  markets = await startMarketServer()
  backend = await startOwnBackend("live_rates", {
    BITCOIN_ESPLORA_URL: inject("quietChainUrl"),
    BITCOIN_RATE: "live",
    BITCOIN_RATE_SPREAD_PERCENT: "1.5",
    // The shop detects a silent market within seconds.
    BITCOIN_RATE_MAX_AGE_SECONDS: "6",
    BITCOIN_RATE_MARKETS: FOUR.map((name) => `${name}=${markets.urlOf(name)}`).join(","),
  })
  honey = await makeProduct(await signInStaff(backend.url), { stock: 50, price: 5 })
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
      "Bitcoin payments are temporarily unavailable: we cannot tell today's rate for sure. Please pay by card or try again in a few minutes.",
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
