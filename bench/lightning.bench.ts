import { orderSchema } from "@shop/contracts"
import { afterAll, beforeAll, inject, it } from "vitest"
import { call } from "../backend/integration/harness/call"
import { checkoutOf, fillCart, order } from "../backend/integration/harness/checkout"
import { makeProduct, type MadeProduct } from "../backend/integration/harness/fixtures"
import { follow } from "../backend/integration/harness/follow"
import { openMailbox, type Mailbox } from "../backend/integration/harness/mailbox"
import { startMedusa, type Backend } from "../backend/integration/harness/medusa"
import { askDatabase, databaseUrl } from "../backend/integration/harness/postgres"
import { eventually, startRegtestWithLightning } from "../backend/integration/harness/regtest"
import { baseSettings } from "../backend/integration/harness/settings"
import { signInStaff } from "../backend/integration/harness/staff"
import { copyTemplate, dropDatabase } from "../backend/integration/harness/template"
import { median, percentile95, publish, publishRatios } from "./report"

/** PAYMENTS=20 tries the measurement. */
const PAYMENTS = Number(process.env["PAYMENTS"] ?? 200)
const ROUNDS = 60
const WARM_UP = 10
const LIMIT_MS = 1000

interface Shop {
  backend: Backend
  product: MadeProduct
  database: string
  databaseUrl: string
}

let network: Awaited<ReturnType<typeof startRegtestWithLightning>>
let mailbox: Mailbox
let withLightning: Shop
let without: Shop

async function open(database: string, lightning: Record<string, string>): Promise<Shop> {
  const copy = await copyTemplate(inject("postgresUrl"), inject("template"), database)
  const url = databaseUrl(inject("postgresUrl"), copy.database)
  const backend = await startMedusa(
    {
      ...baseSettings(url, copy.mediaDir),
      BITCOIN_ESPLORA_URL: network.url,
      BITCOIN_POLL_SECONDS: "3",
      SMTP_URL: mailbox.url,
      NODE_ENV: "production",
      SANDBOX: "true",
      ...lightning,
    },
    database,
  )
  const product = await makeProduct(await signInStaff(backend.url), { stock: 100_000, price: 5 })
  return { backend, product, database: copy.database, databaseUrl: url }
}

beforeAll(async () => {
  // Refused mails would be retried meanwhile, and their attempts measured.
  ;[network, mailbox] = await Promise.all([startRegtestWithLightning(), openMailbox()])
  withLightning = await open("shop_bench_lightning", network.lightning.settings)
  without = await open("shop_bench_no_lightning", {})
})
afterAll(async () => {
  for (const { backend, database } of [withLightning, without]) {
    await backend.stop()
    await dropDatabase(inject("postgresUrl"), database)
  }
  await Promise.all([network.stop(), mailbox.close()])
})

async function buy({ backend, product }: Shop): Promise<{ id: string; ms: number }> {
  const cartId = await fillCart(product, 1, undefined, backend.url)
  const start = performance.now()
  const { id } = await order(checkoutOf(cartId, 5), backend.url)
  return { id, ms: performance.now() - start }
}

it("an order's placing with Lightning on, against one with Lightning off", async () => {
  const times = { on: [] as number[], off: [] as number[] }
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const on = await buy(withLightning)
    const off = await buy(without)
    if (round < WARM_UP) continue
    times.on.push(on.ms)
    times.off.push(off.ms)
  }
  await publishRatios("lightning-checkout", "without Lightning", [
    {
      what: "median ms to place an order",
      ours: median(times.on),
      theirs: median(times.off),
      limit: "at most 1.1",
    },
  ])
})

it(`${String(PAYMENTS)} payments, from the wallet's proof to "Paid" on the open page, and to the capture`, async () => {
  const { backend, databaseUrl: url } = withLightning
  const captured = (id: string) =>
    askDatabase(url, "select 1 from bitcoin_invoice where order_id = $1 and captured_at is not null", [id])
  const paid: number[] = []
  const booked: number[] = []
  for (let payment = 0; payment < PAYMENTS; payment += 1) {
    const { id } = await buy(withLightning)
    const { bitcoin } = await eventually(
      () => call(orderSchema, `/api/orders/${id}`, { backendUrl: backend.url }),
      ({ bitcoin: asked }) => (asked?.lightning ?? null) !== null,
    )
    let shown = 0
    const page = follow(backend.url, id, (orders) => {
      const isPaid = orders.at(-1)?.status === "paid"
      if (isPaid) shown = performance.now()
      return isPaid
    })
    await network.lightning.pay(bitcoin?.lightning?.invoice ?? "")
    const sent = performance.now()
    await page
    while ((await captured(id)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    // The page may hear of it before the wallet has the proof.
    paid.push(Math.max(0, shown - sent))
    booked.push(performance.now() - sent)
  }
  const row = (what: string, times: readonly number[]) => [
    what,
    median(times).toFixed(0),
    percentile95(times).toFixed(0),
    (percentile95(times) / LIMIT_MS).toFixed(3),
    "at most 1",
  ]
  await publish(
    "lightning-payments",
    [`ms after a payment, ${String(PAYMENTS)} of them`, "median", "p95", "p95 ÷ 1 s", "should be"],
    [row('the page says "Paid"', paid), row("the order is captured", booked)],
  )
})
