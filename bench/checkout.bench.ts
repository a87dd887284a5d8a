import { afterAll, beforeAll, inject, it } from "vitest"
import { openMailbox, type Mailbox } from "../backend/integration/harness/mailbox"
import { startMedusa, type Backend } from "../backend/integration/harness/medusa"
import { checkoutOf, fillCart, order } from "../backend/integration/harness/checkout"
import { makeProduct, type MadeProduct } from "../backend/integration/harness/fixtures"
import { askDatabase, databaseUrl } from "../backend/integration/harness/postgres"
import { baseSettings } from "../backend/integration/harness/settings"
import { applyCode, makePromotion } from "../backend/integration/harness/promotions"
import { signInStaff } from "../backend/integration/harness/staff"
import { ADAS_ADDRESS, openStoreApi, type StoreApi } from "../backend/integration/harness/store-api"
import { copyTemplate, dropDatabase } from "../backend/integration/harness/template"
import { cpuSeconds } from "./cpu"
import { median, publish, publishRatios, type Row } from "./report"

const ROUNDS = 30
const WARM_UP = 15
const BUYERS = 10
/** The same time for both: as many orders would leave ours two seconds, in which it still sends the other's mails. */
const RUSH_MS = 20_000

let mailbox: Mailbox
let backend: Backend
let store: StoreApi
let products: MadeProduct[]
let discountCode: string
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
  discountCode = (await makePromotion(staff, { value: 10 })).code
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

const PHASES = {
  cart: "an empty cart, one product, the code",
  order: "address, delivery, payment and order",
}

/** @returns when the cart was full */
async function ours(product: MadeProduct): Promise<number> {
  const cartId = await fillCart(product, 1, undefined, server.url)
  const full = performance.now()
  await order(checkoutOf(cartId, 5, { email: email() }), server.url)
  return full
}

/** The same with a discount code. Entering it is measured on its own. @returns when the code was applied */
async function oursWithCode(product: MadeProduct): Promise<number> {
  const cartId = await fillCart(product, 1, undefined, server.url)
  const applied = await applyCode(cartId, discountCode, server.url)
  if (!applied.ok) throw new Error(`The code was refused: ${await applied.text()}`)
  const ready = performance.now()
  await order(checkoutOf(cartId, 4.5, { email: email() }), server.url)
  return ready
}

/** @returns when the cart was full */
async function theirs(product: MadeProduct): Promise<number> {
  const cartId = await store.createCart()
  await store.addItem(cartId, product.variantId, 1)
  const full = performance.now()
  await store.checkOut(cartId, {
    email: email(),
    address: ADAS_ADDRESS,
    shippingCode: "standard",
    providerId: "pp_bitcoin_bitcoin",
  })
  return full
}

/** Milliseconds, in all and by phase. */
interface Sample {
  ms: number
  cart: number
  order: number
  cpu: number | null
}

async function measure(
  path: (product: MadeProduct) => Promise<number>,
  product: MadeProduct,
): Promise<Sample> {
  const cpu = cpuSeconds(server.cpuPids)
  const start = performance.now()
  const full = await path(product)
  const end = performance.now()
  const after = cpuSeconds(server.cpuPids)
  return {
    ms: end - start,
    cart: full - start,
    order: end - full,
    cpu: cpu === null || after === null ? null : (after - cpu) * 1000,
  }
}

it("an order, from an empty cart to its address: ours against Medusa's store API", async () => {
  const product = products[0]
  if (!product) throw new Error("No product was made.")
  for (let round = 0; round < WARM_UP; round += 1)
    await ours(product)
      .then(() => theirs(product))
      .then(() => oursWithCode(product))

  const single = { ours: [] as Sample[], withCode: [] as Sample[], theirs: [] as Sample[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    single.ours.push(await measure(ours, product))
    single.withCode.push(await measure(oursWithCode, product))
    single.theirs.push(await measure(theirs, product))
  }
  const many = { ours: await ordersPerSecond(ours), theirs: await ordersPerSecond(theirs) }
  const again = { theirs: await ordersPerSecond(theirs), ours: await ordersPerSecond(ours) }

  const cpuOf = (samples: readonly Sample[]) =>
    samples.reduce((sum, { cpu }) => sum + (cpu ?? Number.NaN), 0) / samples.length
  const rows: Row[] = [
    {
      what: "one buyer, median ms an order",
      ours: median(single.ours.map(({ ms }) => ms)),
      theirs: median(single.theirs.map(({ ms }) => ms)),
      limit: "at most 0.10",
    },
    {
      what: "one buyer, mean CPU ms an order",
      ours: cpuOf(single.ours),
      theirs: cpuOf(single.theirs),
      limit: "at most 0.10",
    },
    {
      what: `${String(BUYERS)} buyers, orders a second`,
      ours: (many.ours + again.ours) / 2,
      theirs: (many.theirs + again.theirs) / 2,
      limit: "at least 12",
    },
  ]
  await publishRatios("checkout", "Medusa's store API", rows)
  await publish(
    "checkout-phases",
    ["one buyer, median ms", "ours", "ours with a discount code", "Medusa's store API"],
    (["cart", "order"] as const).map((phase) => [
      PHASES[phase],
      median(single.ours.map((sample) => sample[phase])).toFixed(1),
      median(single.withCode.map((sample) => sample[phase])).toFixed(1),
      median(single.theirs.map((sample) => sample[phase])).toFixed(1),
    ]),
  )
})

/** Ten buyers who order one after another, for a while: ten orders in the mean time of one. */
async function ordersPerSecond(path: (product: MadeProduct) => Promise<number>): Promise<number> {
  const end = performance.now() + RUSH_MS
  const times: number[] = []
  await Promise.all(
    products.map(async (product) => {
      while (performance.now() < end) {
        const start = performance.now()
        await path(product)
        times.push(performance.now() - start)
      }
    }),
  )
  return (BUYERS * 1000 * times.length) / times.reduce((sum, ms) => sum + ms, 0)
}
