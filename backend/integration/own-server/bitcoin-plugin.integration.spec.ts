import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { z } from "zod"
import { TEST_DESCRIPTOR } from "../../src/modules/bitcoin-payment/src/modules/bitcoin-payment/adapters/testing/test-descriptor"
import { makeBareApplication, type BareApplication } from "../harness/bare-application"
import { runMedusa, startMedusa, type Backend } from "../harness/medusa"
import { askDatabase, databaseUrl } from "../harness/postgres"
import { eventually, startRegtest, type Regtest } from "../harness/regtest"
import type { Settings } from "../harness/settings"

const DATABASE = "bare_application"

const regionsAnswer = z.object({ regions: z.array(z.object({ id: z.string(), currency_code: z.string() })) })
const productsAnswer = z.object({
  products: z.tuple([z.object({ variants: z.tuple([z.object({ id: z.string() })]) })]),
})
const cartAnswer = z.object({ cart: z.object({ id: z.string() }) })
const collectionAnswer = z.object({ payment_collection: z.object({ id: z.string() }) })
const completedAnswer = z.object({ type: z.literal("order"), order: z.object({ id: z.string() }) })
const paymentAnswer = z.object({
  bitcoin_payment: z.object({
    address: z.string(),
    amountSats: z.string(),
    state: z.string(),
    uri: z.string(),
  }),
})
const orderAnswer = z.object({ order: z.object({ status: z.string(), payment_status: z.string() }) })

let application: BareApplication
let network: Regtest
let settings: Settings
let backend: Backend
let key: string

beforeAll(async () => {
  const server = inject("postgresUrl")
  await askDatabase(server, `drop database if exists ${DATABASE} with (force)`)
  await askDatabase(server, `create database ${DATABASE}`)
  ;[application, network] = await Promise.all([makeBareApplication(), startRegtest()])
  settings = {
    NODE_ENV: "development",
    DATABASE_URL: databaseUrl(server, DATABASE),
    DISABLE_MEDUSA_ADMIN: "true",
    JWT_SECRET: "only-for-tests",
    COOKIE_SECRET: "only-for-tests",
    BITCOIN_DESCRIPTOR: TEST_DESCRIPTOR,
    BITCOIN_ESPLORA_URL: network.url,
  }
  await runMedusa(["db:migrate"], settings, "bare-migrate", application.folder)
  await runMedusa(["exec", "./src/scripts/seed.ts"], settings, "bare-seed", application.folder)
  const [row] = await ask<{ token: string }>("select token from api_key where title = 'Web'")
  key = row?.token ?? ""
  backend = await startMedusa(settings, "bare-store", undefined, application.folder)
})
afterAll(async () => {
  await backend.stop()
  await network.stop()
  await application.remove()
  await askDatabase(inject("postgresUrl"), `drop database if exists ${DATABASE} with (force)`)
})

const ask = <Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  askDatabase<Row>(settings["DATABASE_URL"] ?? "", sql, values)

async function call<Schema extends z.ZodType>(schema: Schema, path: string, body?: unknown) {
  const response = await fetch(`${backend.url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", "x-publishable-api-key": key },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${String(response.status)}: ${text}`)
  return schema.parse(JSON.parse(text))
}

/** Medusa's own checkout. @returns the order's id */
async function buy(currency: string): Promise<string> {
  const { regions } = await call(regionsAnswer, "/store/regions")
  const region = regions.find(({ currency_code }) => currency_code === currency)
  const { products } = await call(productsAnswer, "/store/products")
  const { cart } = await call(cartAnswer, "/store/carts", { region_id: region?.id, email: "ada@example.com" })
  await call(cartAnswer, `/store/carts/${cart.id}/line-items`, {
    variant_id: products[0].variants[0].id,
    quantity: 1,
  })
  const { payment_collection: collection } = await call(collectionAnswer, "/store/payment-collections", {
    cart_id: cart.id,
  })
  await call(collectionAnswer, `/store/payment-collections/${collection.id}/payment-sessions`, {
    provider_id: "pp_bitcoin_bitcoin",
  })
  return (await call(completedAnswer, `/store/carts/${cart.id}/complete`, {})).order.id
}

const paymentOf = async (orderId: string) =>
  (await call(paymentAnswer, `/store/orders/${orderId}/bitcoin-payment`)).bitcoin_payment

describe("a bare Medusa application with the packed plugin", () => {
  it("gets what runs, and neither tests nor the shop", () => {
    expect(application.packed).toContain(".medusa/server/src/modules/bitcoin-payment/index.js")
    expect(application.packed).toContain("README.md")
    const others = application.packed.filter((file) => /\.spec\.|\/testing\/|contract|@shop/.test(file))
    expect(others).toEqual([])
  })

  it.concurrent.each([
    // £12.34 at £40,000 and ¥2,400 at ¥8,000,000 for a bitcoin.
    ["gbp", "30850"],
    ["jpy", "30000"],
  ])("takes a payment of an order in %s through Medusa's own checkout", async (currency, sats) => {
    const orderId = await buy(currency)
    const payment = await paymentOf(orderId)
    expect(payment).toMatchObject({ amountSats: sats, state: "awaiting_payment" })
    expect((await paymentOf(orderId)).address).toBe(payment.address)

    await network.pay(payment.address, BigInt(sats))
    await eventually(
      () => paymentOf(orderId),
      ({ state }) => state === "seen",
    )
    await network.mine()
    await eventually(
      () => call(orderAnswer, `/store/orders/${orderId}`),
      ({ order }) => order.payment_status === "captured",
    )
    const transactions = await ask<{ amount: string; currency_code: string }>(
      "select amount::text, currency_code from order_transaction where order_id = $1",
      [orderId],
    )
    expect(transactions).toEqual([{ amount: currency === "gbp" ? "12.34" : "2400", currency_code: currency }])
  })

  it("keeps a captured order, and opens a case, when a reorganisation removes its payment", async () => {
    const orderId = await buy("gbp")
    const { address } = await paymentOf(orderId)
    await network.pay(address, 30_850n)
    await network.mine()
    await eventually(
      () => paymentOf(orderId),
      ({ state }) => state === "confirmed",
    )
    await eventually(
      () => call(orderAnswer, `/store/orders/${orderId}`),
      ({ order }) => order.payment_status === "captured",
    )
    await network.reorganise(1, { dropTransactions: true })
    await eventually(
      () => paymentOf(orderId),
      ({ state }) => state === "review",
    )
    expect((await call(orderAnswer, `/store/orders/${orderId}`)).order).toMatchObject({
      status: "pending",
      payment_status: "captured",
    })
    const cases = await ask(
      "select 1 from bitcoin_case c join bitcoin_invoice i on i.id = c.invoice_id where i.order_id = $1",
      [orderId],
    )
    expect(cases).toHaveLength(1)
  })

  it("is as it was when the plugin is removed, but for the plugin's tables", async () => {
    await backend.stop()
    await application.removePlugin()
    backend = await startMedusa(settings, "bare-store-without", undefined, application.folder)
    await call(productsAnswer, "/store/products")
    const tables = await ask<{ name: string }>(
      "select table_name as name from information_schema.tables where table_name ~ '^(bitcoin|outbox)_' order by 1",
    )
    expect(tables.map(({ name }) => name)).toEqual([
      "bitcoin_audit_entry",
      "bitcoin_case",
      "bitcoin_claim",
      "bitcoin_invoice",
      "bitcoin_output",
      "bitcoin_refund",
      "bitcoin_refund_address",
      "bitcoin_transition",
      "bitcoin_wallet",
      "outbox_message",
    ])
  })
})
