import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { callsOfApi } from "../fuzz/calls"
import { runFuzz } from "../fuzz/campaign"
import { violations } from "../fuzz/end-state"
import { count, seed } from "../fuzz/size"
import { bitcoinShopAt, type BitcoinShop } from "../harness/bitcoin-shop"
import { refused, send } from "../harness/call"
import { checkoutOf, fillCart, order } from "../harness/checkout"
import { makeProduct } from "../harness/fixtures"
import type { Backend } from "../harness/medusa"
import { startOwnBackend } from "../harness/own-backend"
import { sampled } from "../harness/sampled"
import { STAFF } from "../harness/settings"
import { startRegtest, type Regtest } from "../harness/regtest"
import { registeredRoutes, TELLS_ITS_ROUTES, type Route } from "../harness/registered-routes"
import { ADAS_ADDRESS, openStoreApi } from "../harness/store-api"
import { unauthenticatedClients, type UnauthenticatedClient } from "../harness/unauthenticated-clients"

const WRITES = ["POST", "PUT", "PATCH", "DELETE"]
const AT_ONCE = 24

/** The only /admin routes without a staff session: they require the token of an invitation. */
const WITH_A_PROOF_OF_THEIR_OWN = new Set(["/admin/invites/accept"])

const inviteSchema = z.object({ invite: z.object({ email: z.string(), token: z.string() }) })
const customerSchema = z.object({ customer: z.object({ id: z.string() }) })

let network: Regtest
let backend: Backend
let shop: BitcoinShop
let clients: UnauthenticatedClient[]
let routes: Route[]
let ids: Ids
let before: unknown

/** Ids that a client may know: an order's id is in its URL; the others are assumed to be guessed. */
interface Ids {
  orders: string[]
  carts: string[]
  collections: string[]
  sessions: string[]
  payments: string[]
  invoices: string[]
  capture: string
}

beforeAll(async () => {
  network = await startRegtest()
  const own = await startOwnBackend("unauthenticated_clients", {
    ...TELLS_ITS_ROUTES,
    BITCOIN_ESPLORA_URL: network.url,
    BITCOIN_POLL_SECONDS: "0.5",
    // As Node chooses it in the container of docker-compose.yml: a leak ends the process.
    NODE_OPTIONS: "--max-old-space-size=768",
  })
  backend = own
  shop = await bitcoinShopAt(own.url, own.databaseUrl)
  ids = await placeOrders()
  const [key] = await shop.ask<{ token: string }>("select token from api_key where type = 'publishable'")
  const [member] = await shop.ask<{ id: string }>(`select id from "user"`)
  const { customer } = await shop.staff.post(customerSchema, "/admin/customers", {
    email: "a-customer@example.com",
  })
  await shop.staff.confirm()
  const { invite } = await shop.staff.post(inviteSchema, "/admin/invites", { email: "invited@example.com" })
  clients = await unauthenticatedClients(own.url, {
    publishableKey: key?.token ?? "",
    staffId: member?.id ?? "",
    customerId: customer.id,
    sessionSecret: await sessionOf(customer.id),
    invitation: invite,
  })
  routes = await registeredRoutes(backend)
  before = await readPaymentRecords()
})
afterAll(async () => {
  await backend.stop()
  await network.stop()
})

/** A session like after a Google sign-in. */
async function sessionOf(customerId: string): Promise<string> {
  const secret = "a-session-of-a-shopper-who-signed-in"
  await shop.ask(
    `insert into shopper_session (id, secret_hash, customer_id, authenticated_at, expires_at)
     values ('shses_of_a_stranger', $1, $2, now(), now() + interval '1 day')`,
    [createHash("sha256").update(secret).digest("hex"), customerId],
  )
  return secret
}

/** A Bitcoin order, a card order, and a cart with a payment session. */
async function placeOrders(): Promise<Ids> {
  const byBitcoin = await shop.placeOne()
  const cartId = await fillCart(await makeProduct(shop.staff), 1, undefined, backend.url)
  const byCard = await order(checkoutOf(cartId, 5, { paymentMethod: "card" }), backend.url)
  const store = await openStoreApi(shop.staff, backend.url)
  const openCart = await store.createCart()
  const idsOf = async (sql: string) => (await shop.ask<{ id: string }>(sql)).map(({ id }) => id)
  return {
    orders: [byBitcoin.id, byCard.id],
    carts: [cartId, openCart],
    collections: await idsOf("select id from payment_collection"),
    sessions: await idsOf("select id from payment_session"),
    payments: await idsOf("select id from payment"),
    invoices: await idsOf("select id from bitcoin_invoice"),
    capture: "capt_01",
  }
}

/** All records of payments. Orders that a client places normally may be added. */
async function readPaymentRecords() {
  const { orders } = ids
  const ofOrders = (sql: string) => shop.ask(sql, [orders])
  return {
    inMedusa: await Promise.all(
      orders.map((id) =>
        shop.staff.get(z.unknown(), `/admin/orders/${id}?fields=status,payment_status,total,summary.*`),
      ),
    ),
    collections: await ofOrders(
      `select c.id, c.status, c.amount, c.authorized_amount, c.captured_amount, c.refunded_amount, c.completed_at
         from payment_collection c join order_payment_collection l on l.payment_collection_id = c.id
        where l.order_id = any($1) order by c.id`,
    ),
    sessions: await ofOrders(
      `select s.id, s.status, s.provider_id, s.amount, s.authorized_at from payment_session s
         join order_payment_collection l on l.payment_collection_id = s.payment_collection_id
        where l.order_id = any($1) order by s.id`,
    ),
    payments: await ofOrders(
      `select p.id, p.amount, p.provider_id, p.captured_at, p.canceled_at from payment p
         join order_payment_collection l on l.payment_collection_id = p.payment_collection_id
        where l.order_id = any($1) order by p.id`,
    ),
    invoices: await ofOrders(
      `select id, state, received_sats, captured_at, closed_at, closed_how from bitcoin_invoice
        where order_id = any($1) order by id`,
    ),
    // No order may be paid.
    captures: await shop.ask("select id from capture"),
    refunds: await shop.ask("select id from refund"),
    transactions: await shop.ask("select id from order_transaction"),
    paid: await shop.ask("select id from payment_collection where coalesce(captured_amount, 0) > 0"),
    taken: await shop.ask("select id from payment where captured_at is not null"),
    settled: await shop.ask(
      "select id from bitcoin_invoice where captured_at is not null or state not in ('awaiting_payment', 'expired')",
    ),
    outputs: await shop.ask("select txid from bitcoin_output"),
  }
}

/** The ids that fit this part of a path, or all ids. */
function idsBehind(part: string): string[] {
  const fitting: Record<string, string[]> = {
    orders: ids.orders,
    carts: ids.carts,
    cart: ids.carts,
    "payment-collections": ids.collections,
    "payment-sessions": ids.sessions,
    payments: ids.payments,
    payment: ["pp_bitcoin_bitcoin", "bitcoin_bitcoin", "pp_system_default"],
    captures: [ids.capture],
    auth: ["user", "customer"],
  }
  return fitting[part] ?? [...ids.orders, ...ids.payments]
}

/** The paths of a route, with ids for its parameters. */
function pathsOf({ path }: Route): string[] {
  const parts = path.split("/")
  const choices = parts.map((part, place) =>
    part.startsWith(":") ? idsBehind(parts[place - 1] ?? "") : [part],
  )
  const most = Math.max(...choices.map(({ length }) => length))
  return Array.from({ length: most }, (_, turn) =>
    choices.map((choice) => choice[turn % choice.length] ?? "").join("/"),
  )
}

/** Bodies that claim a payment. */
function bodiesFor(): object[] {
  const [orderId] = ids.orders
  const [paymentId] = ids.payments
  return [
    {},
    { amount: 5, order_id: orderId, payment_id: paymentId },
    {
      status: "captured",
      payment_status: "captured",
      paymentStatus: "paid",
      state: "confirmed",
      captured_at: new Date().toISOString(),
      transactionId: "ab".repeat(32),
      provider_id: "pp_system_default",
      data: { paid: true, status: "captured" },
    },
  ]
}

interface Attempt {
  method: string
  path: string
  client: UnauthenticatedClient
  body: object
}

/** /admin rejects a client before it reads the body, so one body and one id are enough. */
function attemptsOf(route: Route, client: UnauthenticatedClient): Attempt[] {
  const isForStaff = route.path.startsWith("/admin/")
  const paths = isForStaff ? pathsOf(route).slice(0, 1) : pathsOf(route)
  const bodies = isForStaff ? bodiesFor().slice(1, 2) : bodiesFor()
  return paths.flatMap((path) => bodies.map((body) => ({ method: route.method, path, client, body })))
}

async function tryAll(attempts: readonly Attempt[]): Promise<Map<Attempt, number>> {
  const answers = new Map<Attempt, number>()
  const waiting = [...attempts]
  const work = async () => {
    for (let attempt = waiting.pop(); attempt; attempt = waiting.pop()) {
      const response = await fetch(new URL(attempt.path, backend.url), {
        method: attempt.method,
        headers: { "content-type": "application/json", ...attempt.client.headers },
        body: JSON.stringify(attempt.body),
        redirect: "manual",
      })
      await response.arrayBuffer()
      answers.set(attempt, response.status)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return answers
}

const writeMethod = z.enum(["POST", "PATCH", "DELETE"])
/** What a buyer sends in the writes of an order: a new call may need another field. */
const OF_A_BUYER = {
  paymentMethod: "card",
  transactionId: "ab".repeat(32),
  address: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
  refundAddress: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
  items: [{ id: "ordli_1", quantity: 1 }],
  name: "Ada Lovelace",
}

/** After two more polls still nothing is paid. */
async function expectNothingPaid() {
  await shop.afterPolls(2)
  expect(await readPaymentRecords()).toEqual(before)
}

describe("without staff's permissions no client marks an order as paid", () => {
  it("the clients include a signed-in customer", async () => {
    const customer = clients.find(({ who }) => who === "a customer")
    const answer = await send("/store/customers/me", { headers: customer?.headers, backendUrl: backend.url })
    expect(answer.status).toBe(200)
  })

  it("every tree of paths has its own check; a new one of Medusa's would show here", () => {
    const trees = new Set(routes.map(({ path }) => path.split("/")[1]))
    expect([...trees].sort()).toEqual(["admin", "api", "auth", "cloud", "hooks", "pay", "store"])
  })

  it("by any write on any route, with any body and any forged identity", async () => {
    const writes = routes.filter(({ method }) => WRITES.includes(method))
    expect(writes.length).toBeGreaterThan(200)
    expect(writes).toContainEqual({ method: "POST", path: "/admin/payments/:id/capture" })
    expect(writes).toContainEqual({ method: "POST", path: "/hooks/payment/:provider" })
    expect(writes).toContainEqual({ method: "PATCH", path: "/api/orders/:id/payment" })

    // One rule rejects all of /admin, so each of its routes is tried by other clients. Other routes are tried by all.
    const attempts = writes.flatMap((route, index) =>
      route.path.startsWith("/admin/")
        ? sampled(clients, index % 3).flatMap((client) => attemptsOf(route, client))
        : clients.flatMap((client, turn) => sampled(attemptsOf(route, client), turn % 3)),
    )
    const answers = await tryAll(attempts)

    const admitted = [...answers].filter(
      ([{ path }, status]) =>
        path.startsWith("/admin/") && status !== 401 && !WITH_A_PROOF_OF_THEIR_OWN.has(path),
    )
    const admissions = admitted.map(([{ method, path, client }, status]) => ({
      method,
      path,
      who: client.who,
      status,
    }))
    expect(admissions).toEqual([])
    await expectNothingPaid()
  })

  it("by a method that a route does not accept", async () => {
    const [anonymous] = clients
    if (!anonymous) throw new Error("There are no clients.")
    const taken = new Set(routes.map(({ method, path }) => `${method} ${path}`))
    const paths = [...new Set(routes.map(({ path }) => path))]
    const attempts = paths.flatMap((path) =>
      WRITES.filter((method) => !taken.has(`${method} ${path}`)).map((method) => ({
        method,
        path: pathsOf({ method, path })[0] ?? path,
        client: anonymous,
        body: {},
      })),
    )
    const answers = await tryAll(attempts)
    expect([...answers.values()].filter((status) => status < 400)).toEqual([])
    await expectNothingPaid()
  })

  it("nor does the order's id alone change an order: every write of it is for its buyer", async () => {
    const writes = (await callsOfApi(backend.url)).filter(
      ({ method, path }) => method !== "GET" && path.startsWith("/api/orders/{id}"),
    )
    // The key of a mailed link is what makes someone the buyer.
    const forBuyer = writes.filter(({ path }) => !path.endsWith("/access"))
    expect(forBuyer.length).toBe(writes.length - 1)
    expect(forBuyer.map(({ method, path }) => `${method} ${path}`)).toContain(
      "PATCH /api/orders/{id}/payment",
    )
    for (const { method, path, body } of forBuyer) {
      const fields = Object.keys(body?.properties ?? {})
      const content = Object.fromEntries(Object.entries(OF_A_BUYER).filter(([name]) => fields.includes(name)))
      for (const id of ids.orders) {
        const call = { method: writeMethod.parse(method), backendUrl: backend.url }
        const problem = await refused(403, path.replace("{id}", id), body ? { ...call, body: content } : call)
        expect(problem.code, path).toBe("not_the_buyer")
      }
    }
    await expectNothingPaid()
  })

  it.each(["pp_bitcoin_bitcoin", "pp_system_default"])(
    "nor by walking Medusa's own checkout to its end with %s",
    async (providerId) => {
      const store = await openStoreApi(shop.staff, backend.url)
      const cartId = await store.createCart()
      await store.addItem(cartId, (await makeProduct(shop.staff)).variantId, 1)
      const id = await store.checkOut(cartId, {
        email: "ada@example.com",
        address: ADAS_ADDRESS,
        shippingCode: "standard",
        providerId,
      })
      expect(await shop.capturesOf(id)).toBe(0)
      await expectNothingPaid()
    },
  )

  it("staff do, with one call, and the payment records change", async () => {
    const [payment] = await shop.ask<{ id: string }>(
      `select p.id from payment p join order_payment_collection l on l.payment_collection_id = p.payment_collection_id
        where l.order_id = $1`,
      [ids.orders[1]],
    )
    await shop.staff.post(z.unknown(), `/admin/payments/${payment?.id ?? ""}/capture`, {})
    expect(await shop.capturesOf(ids.orders[1] ?? "")).toBe(1)
    expect(await readPaymentRecords()).not.toEqual(before)
  })
})

const IS_LONG = count >= 10_000

describe("twisted requests to every call", () => {
  it(
    "get an answer without internals, and leave stock and orders consistent",
    { timeout: 600_000 + count * 100 },
    async () => {
      const signIn = await send("/auth/user/emailpass", {
        method: "POST",
        body: STAFF,
        backendUrl: backend.url,
      })
      const { token } = z.object({ token: z.string() }).parse(await signIn.json())
      const forged = clients.find(({ who }) => who === "a customer with a modified token")
      const forger = forged?.headers["authorization"]?.replace("Bearer ", "") ?? ""
      const fuzzed = await runFuzz(backend, shop, { staff: token, forger }, { seed, count })
      process.stdout.write(`FUZZ_SEED=${String(seed)} ${JSON.stringify(fuzzed.figures)}\n`)
      if (IS_LONG)
        process.stdout.write(
          `Slow: ${fuzzed.slow.join("; ")}\nNever 2xx: ${fuzzed.neverSucceeded.join("; ")}\n`,
        )
      expect(fuzzed.faults.slice(0, 20).join("\n\n")).toBe("")
      expect((await violations(shop)).join("\n\n")).toBe("")
      expect((await send("/api/ready", { backendUrl: backend.url })).status).toBe(200)
      // Time depends on what else the machine does, so the short run does not judge it.
      if (IS_LONG) expect(fuzzed.slow).toEqual([])
    },
  )
})
