import { afterAll, beforeAll, inject, it } from "vitest"
import { bitcoinShopAt } from "../backend/integration/harness/bitcoin-shop"
import { checkoutOf, fillCart, order } from "../backend/integration/harness/checkout"
import { makeProduct } from "../backend/integration/harness/fixtures"
import { openMailbox, type Mailbox } from "../backend/integration/harness/mailbox"
import { startMedusa, type Backend } from "../backend/integration/harness/medusa"
import { askDatabase, databaseUrl } from "../backend/integration/harness/postgres"
import { startRegtest, type Regtest } from "../backend/integration/harness/regtest"
import { baseSettings } from "../backend/integration/harness/settings"
import { copyTemplate, dropDatabase } from "../backend/integration/harness/template"
import { cpuSeconds } from "./cpu"
import { publish } from "./report"

const ORDERS = 200
const BUYERS = 4
const SATS = 12_500n
/** The payer accepts so many outputs in one transaction. */
const OUTPUTS = 100
const DATABASE = "shop_bench_captures"

let network: Regtest
let mailbox: Mailbox
let backend: Backend
let url: string
beforeAll(async () => {
  network = await startRegtest()
  // Refused mails would be retried meanwhile, and their attempts measured.
  mailbox = await openMailbox()
  const copy = await copyTemplate(inject("postgresUrl"), inject("template"), DATABASE)
  url = databaseUrl(inject("postgresUrl"), copy.database)
  backend = await startMedusa(
    {
      ...baseSettings(url, copy.mediaDir),
      BITCOIN_ESPLORA_URL: network.url,
      BITCOIN_POLL_SECONDS: "1",
      SMTP_URL: mailbox.url,
      NODE_ENV: "production",
      SANDBOX: "true",
      ...(process.env["OUTBOX_CONCURRENCY"] && { OUTBOX_CONCURRENCY: process.env["OUTBOX_CONCURRENCY"] }),
    },
    "bench-captures",
  )
})
afterAll(async () => {
  await backend.stop()
  await network.stop()
  await mailbox.close()
  await dropDatabase(inject("postgresUrl"), DATABASE)
})

const count = async (sql: string) => Number((await askDatabase<{ n: string }>(url, sql))[0]?.n)
const captured = () => count("select count(*) as n from bitcoin_invoice where captured_at is not null")
const until = async (fits: () => Promise<boolean>) => {
  while (!(await fits())) await new Promise((resolve) => setTimeout(resolve, 100))
}

it(`captures ${String(ORDERS)} payments of one block`, async () => {
  const shop = await bitcoinShopAt(backend.url, url)
  const product = await makeProduct(shop.staff, { price: 5, stock: 10_000 })
  const addresses: string[] = []
  const buy = async () => {
    while (addresses.length < ORDERS) {
      const body = checkoutOf(await fillCart(product, 1, undefined, backend.url), 5)
      addresses.push((await order(body, backend.url)).bitcoinAddress ?? "")
    }
  }
  await Promise.all(Array.from({ length: BUYERS }, buy))
  for (let from = 0; from < addresses.length; from += OUTPUTS)
    await network.payMany(addresses.slice(from, from + OUTPUTS).map((address) => ({ address, sats: SATS })))
  const paid = String(addresses.length)
  await until(
    async () => (await count("select count(*) as n from bitcoin_invoice where state = 'seen'")) >= ORDERS,
  )
  await until(
    async () =>
      (await count(
        "select count(*) as n from medusa_payments_outbox where finished_at is null and next_attempt_at <= now()",
      )) === 0,
  )
  const pids = [
    backend.pid,
    Number(
      (
        await askDatabase<{ pid: string }>(
          url,
          "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid",
        )
      )[0]?.pid,
    ),
  ]
  const cpu = pids.map((pid) => cpuSeconds([pid]) ?? Number.NaN)
  const start = performance.now()
  await network.mine()
  await until(async () => (await captured()) > 0)
  const first = performance.now()
  await until(async () => (await captured()) >= addresses.length)
  const end = performance.now()
  const used = pids.map((pid, index) => (cpuSeconds([pid]) ?? Number.NaN) - (cpu[index] ?? 0))
  const captures = await count("select count(*) as n from capture where deleted_at is null")
  await publish(
    "captures",
    ["captures of one block", "value"],
    [
      ["payments", paid],
      ["captures in Medusa", String(captures)],
      ["seconds from the block to the first capture", ((first - start) / 1000).toFixed(1)],
      ["seconds from the first to the last", ((end - first) / 1000).toFixed(1)],
      ["captures a second", (addresses.length / ((end - first) / 1000)).toFixed(1)],
      ["CPU seconds of the backend", (used[0] ?? Number.NaN).toFixed(1)],
      ["CPU seconds of Postgres", (used[1] ?? Number.NaN).toFixed(1)],
    ],
  )
})
