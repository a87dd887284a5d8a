import { afterAll, beforeAll, inject, it } from "vitest"
import { openMailbox, type Mailbox } from "../backend/integration/harness/mailbox"
import { startMedusa, type Backend } from "../backend/integration/harness/medusa"
import { checkoutOf, fillCart, order } from "../backend/integration/harness/checkout"
import { makeProduct, type MadeProduct } from "../backend/integration/harness/fixtures"
import { askDatabase, databaseUrl } from "../backend/integration/harness/postgres"
import { baseSettings } from "../backend/integration/harness/settings"
import { signInStaff } from "../backend/integration/harness/staff"
import { ADAS_ADDRESS, openStoreApi, type StoreApi } from "../backend/integration/harness/store-api"
import { copyTemplate, dropDatabase } from "../backend/integration/harness/template"
import { cpuSeconds } from "./cpu"
import { compare, median, type Row } from "./report"

const ROUNDS = 30
const WARM_UP = 15
const BUYERS = 10
const ORDERS_EACH = 3

let mailbox: Mailbox
let backend: Backend
let store: StoreApi
let products: MadeProduct[]
let server: { url: string; database: string; cpuPids: number[] }

beforeAll(async () => {
  // Refused mails would be retried meanwhile, and their attempts measured.
  mailbox = await openMailbox()
  const copy = await copyTemplate(inject("postgresUrl"), inject("template"), "shop_bench")
  const url = databaseUrl(inject("postgresUrl"), copy.database)
  backend = await startMedusa(
    {
      ...baseSettings(url, copy.mediaDir),
      BITCOIN_ESPLORA_URL: inject("quietChainUrl"),
      BITCOIN_POLL_SECONDS: "300",
      SMTP_URL: mailbox.url,
      NODE_ENV: "production",
      SANDBOX: "true",
    },
    "bench",
  )
  const [postmaster] = await askDatabase<{ pid: string }>(
    url,
    "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid",
  )
  server = { url: backend.url, database: copy.database, cpuPids: [backend.pid, Number(postmaster?.pid)] }
  const staff = await signInStaff(server.url)
  store = await openStoreApi(staff, server.url)
  products = []
  for (let index = 0; index < BUYERS; index += 1)
    products.push(await makeProduct(staff, { stock: 100_000, price: 5 }))
})

afterAll(async () => {
  await backend.stop()
  await mailbox.close()
  await dropDatabase(inject("postgresUrl"), server.database)
})

let buyer = 0
const email = () => `buyer-${String((buyer += 1))}@example.com`

async function ours(product: MadeProduct): Promise<void> {
  const cartId = await fillCart(product, 1, undefined, server.url)
  await order(checkoutOf(cartId, 5, { email: email() }), server.url)
}

async function theirs(product: MadeProduct): Promise<void> {
  const cartId = await store.createCart()
  await store.addItem(cartId, product.variantId, 1)
  await store.checkOut(cartId, {
    email: email(),
    address: ADAS_ADDRESS,
    shippingCode: "standard",
    providerId: "pp_bitcoin_bitcoin",
  })
}

async function measure(
  path: (product: MadeProduct) => Promise<void>,
  product: MadeProduct,
): Promise<{ ms: number; cpu: number | null }> {
  const cpu = cpuSeconds(server.cpuPids)
  const start = performance.now()
  await path(product)
  const ms = performance.now() - start
  const after = cpuSeconds(server.cpuPids)
  return { ms, cpu: cpu === null || after === null ? null : (after - cpu) * 1000 }
}

it("an order, from an empty cart to its address: ours against Medusa's store API", async () => {
  const product = products[0]
  if (!product) throw new Error("No product was made.")
  for (let round = 0; round < WARM_UP; round += 1) await ours(product).then(() => theirs(product))

  const single = {
    ours: [] as { ms: number; cpu: number | null }[],
    theirs: [] as { ms: number; cpu: number | null }[],
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    single.ours.push(await measure(ours, product))
    single.theirs.push(await measure(theirs, product))
  }
  const many = { ours: await ordersPerSecond(ours), theirs: await ordersPerSecond(theirs) }
  const again = { theirs: await ordersPerSecond(theirs), ours: await ordersPerSecond(ours) }

  const cpuOf = (samples: { cpu: number | null }[]) =>
    samples.reduce((sum, { cpu }) => sum + (cpu ?? Number.NaN), 0) / samples.length
  const rows: Row[] = [
    {
      what: "one buyer, median ms an order",
      ours: median(single.ours.map(({ ms }) => ms)),
      theirs: median(single.theirs.map(({ ms }) => ms)),
      limit: "at most 0.15",
    },
    {
      what: "one buyer, mean CPU ms an order",
      ours: cpuOf(single.ours),
      theirs: cpuOf(single.theirs),
      limit: "at most 0.15",
    },
    {
      what: `${String(BUYERS)} buyers, orders a second`,
      ours: (many.ours + again.ours) / 2,
      theirs: (many.theirs + again.theirs) / 2,
      limit: "at least 8",
    },
  ]
  process.stdout.write(compare("Medusa's store API", rows))
})

async function ordersPerSecond(path: (product: MadeProduct) => Promise<void>): Promise<number> {
  const start = performance.now()
  await Promise.all(
    products.map(async (product) => {
      for (let count = 0; count < ORDERS_EACH; count += 1) await path(product)
    }),
  )
  return (BUYERS * ORDERS_EACH * 1000) / (performance.now() - start)
}
