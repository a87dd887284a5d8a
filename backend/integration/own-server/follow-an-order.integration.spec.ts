import { randomBytes } from "node:crypto"
import { gzipSync } from "node:zlib"
import { followedOrderSchema, orderSchema } from "@shop/contracts"
import { Client } from "@medusajs/framework/pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { call, refused } from "../harness/call"
import { browserOf, checkoutOf, fillCart, order } from "../harness/checkout"
import { makeProduct } from "../harness/fixtures"
import type { Backend } from "../harness/medusa"
import { startOwnBackend } from "../harness/own-backend"
import { askDatabase } from "../harness/postgres"
import { follow } from "../harness/follow"
import { whileHeld } from "../harness/hold-writes"
import { eventually, startRegtest, type Regtest } from "../harness/regtest"
import { signInStaff, type Staff } from "../harness/staff"

let network: Regtest
let backend: Backend & { databaseUrl: string }
let staff: Staff
beforeAll(async () => {
  network = await startRegtest()
  backend = await startOwnBackend("follow", { BITCOIN_ESPLORA_URL: network.url, BITCOIN_POLL_SECONDS: "0.3" })
  staff = await signInStaff(backend.url)
})
afterAll(async () => {
  await backend.stop()
  await network.stop()
})

const at = {
  get backendUrl() {
    return backend.url
  },
}
const byBuyer = (id: string) => ({ method: "POST", headers: browserOf(id), backendUrl: backend.url }) as const
async function placeOne() {
  const cartId = await fillCart(await makeProduct(staff), 1, undefined, backend.url)
  return order(checkoutOf(cartId, 5), backend.url)
}
const runOut = (id: string) =>
  askDatabase(
    backend.databaseUrl,
    "update bitcoin_invoice set expires_at = now() - interval '1 second' where order_id = $1 and state = 'awaiting_payment'",
    [id],
  )
/** The reads of an order that wait for a lock on its outputs. */
const waitingReadsOf = (id: string) =>
  askDatabase(
    backend.databaseUrl,
    `select 1 from pg_stat_activity a, bitcoin_invoice i
      where i.order_id = $1 and a.wait_event_type = 'Lock' and a.query like '%invoice_id" in (''' || i.id || ''')%'`,
    [id],
  )
const stateOf = (id: string) =>
  call(orderSchema, `/api/orders/${id}`, at).then(({ bitcoin }) => bitcoin?.state)

it("sends the current state at once, and every change until the order is paid", async () => {
  const placed = await placeOne()
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  const followed = follow(backend.url, placed.id, (orders) => {
    if (orders.length > 0) open()
    return orders.at(-1)?.status === "paid"
  })
  await opened
  await network.pay(placed.bitcoinAddress ?? "", 12_500n)
  await eventually(
    () => stateOf(placed.id),
    (state) => state === "seen",
  )
  await network.mine()
  const states = (await followed).map(({ bitcoin }) => bitcoin?.state)
  expect(states[0]).toBe("awaiting_payment")
  expect(states).toContain("seen")
  expect(states.at(-1)).toBe("confirmed")
})

it("misses no change while the current state is being read", async () => {
  const [other, placed] = [await placeOne(), await placeOne()]
  // The process already listens: opening a connection would refresh every page.
  const elsewhere = new AbortController()
  await fetch(new URL(`/api/orders/${other.id}/events`, backend.url), { signal: elsewhere.signal })
  const reader = new Client({ connectionString: backend.databaseUrl })
  await reader.connect()
  try {
    await reader.query("begin")
    await reader.query("lock table bitcoin_output in access exclusive mode")
    const later = new Date(Date.now() + 7_200_000).toISOString()
    const followed = follow(backend.url, placed.id, (orders) => orders.at(-1)?.bitcoin?.expiresAt === later)
    // The request has read the invoice and waits for its outputs.
    await eventually(
      () => waitingReadsOf(placed.id),
      (waiting) => waiting.length > 0,
    )
    await askDatabase(
      backend.databaseUrl,
      `with changed as (update bitcoin_invoice set expires_at = $2 where order_id = $1 returning order_id)
       select pg_notify('order_payment_changed', order_id) from changed`,
      [placed.id, later],
    )
    await reader.query("commit")
    expect((await followed).map(({ bitcoin }) => bitcoin?.expiresAt)).toEqual([
      placed.bitcoin?.expiresAt,
      later,
    ])
  } finally {
    elsewhere.abort()
    await reader.end()
  }
})

it("all who follow or read an order share one read of it, and get what it was when they asked", async () => {
  const placed = await placeOne()
  const later = new Date(Date.now() + 7_200_000).toISOString()
  let isOpen = 0
  const followed = Array.from({ length: 6 }, () =>
    follow(backend.url, placed.id, (orders) => {
      if (orders.length === 1) isOpen += 1
      return orders.at(-1)?.bitcoin?.expiresAt === later
    }),
  )
  await eventually(
    () => Promise.resolve(isOpen),
    (open) => open === followed.length,
  )
  const reader = new Client({ connectionString: backend.databaseUrl })
  await reader.connect()
  const notify = () =>
    askDatabase(backend.databaseUrl, "select pg_notify('order_payment_changed', $1)", [placed.id])
  try {
    await reader.query("begin")
    await reader.query("update bitcoin_invoice set expires_at = $2 where order_id = $1", [placed.id, later])
    await reader.query("lock table bitcoin_output in access exclusive mode")
    await notify()
    await eventually(
      () => waitingReadsOf(placed.id),
      (reads) => reads.length > 0,
    )
    // They come during that read, so they share the next one.
    const answers = Array.from({ length: 6 }, () => call(orderSchema, `/api/orders/${placed.id}`, at))
    for (let turn = 0; turn < 3; turn++) await call(z.unknown(), "/api/health", at)
    expect(await waitingReadsOf(placed.id)).toHaveLength(1)
    await reader.query("commit")
    for (const { bitcoin } of await Promise.all(answers)) expect(bitcoin?.expiresAt).toBe(later)
    await notify()
    await Promise.all(followed)
  } finally {
    await reader.end()
  }
})

it("answers HEAD with the stream's headers and ends", async () => {
  const placed = await placeOne()
  const answer = await fetch(new URL(`/api/orders/${placed.id}/events`, backend.url), { method: "HEAD" })
  expect(answer.status).toBe(200)
  expect(answer.headers.get("content-type")).toContain("text/event-stream")
  expect(await answer.text()).toBe("")
})

it("returns a JSON 404 for an unknown order", async () => {
  await refused(404, "/api/orders/order_nobody/events", at)
})

it("renewing an expired quote gives the order a new address, and the old one is still polled", async () => {
  const placed = await placeOne()
  const early = await call(orderSchema, `/api/orders/${placed.id}/quote`, byBuyer(placed.id))
  expect(early.bitcoinAddress).toBe(placed.bitcoinAddress)
  await runOut(placed.id)
  await eventually(
    () => stateOf(placed.id),
    (state) => state === "expired",
  )
  const renewed = await call(orderSchema, `/api/orders/${placed.id}/quote`, byBuyer(placed.id))
  expect(renewed.bitcoin).toMatchObject({ state: "awaiting_payment", amountSats: "12500" })
  expect(renewed.bitcoinAddress).not.toBe(placed.bitcoinAddress)
  await network.pay(renewed.bitcoinAddress ?? "", 12_500n)
  await network.mine()
  await eventually(
    () => call(orderSchema, `/api/orders/${placed.id}`, at),
    ({ status }) => status === "paid",
  )
  // The cancellation of the old quote is due, but another invoice has paid the order.
  await askDatabase(
    backend.databaseUrl,
    "update medusa_payments_outbox set next_attempt_at = now() where payload ->> 'kind' = 'cancel'",
  )
  await eventually(
    () =>
      askDatabase(
        backend.databaseUrl,
        "select 1 from medusa_payments_outbox where payload ->> 'kind' = 'cancel' and finished_at is null",
      ),
    (rows) => rows.length === 0,
  )
  expect((await call(orderSchema, `/api/orders/${placed.id}`, at)).status).toBe("paid")
})

it("the buyer's timeline and transactions come from the chain, and other visitors see no transactions", async () => {
  const placed = await placeOne()
  const secret = randomBytes(32).toString("base64url")
  await askDatabase(
    backend.databaseUrl,
    `insert into order_key (id, secret_hash, order_id, expires_at)
     values ('ordkey_test', encode(sha256($1), 'hex'), $2, now() + interval '1 hour')`,
    [secret, placed.id],
  )
  const headers = { cookie: `shop_order=${secret}` }
  const read = () => call(followedOrderSchema, `/api/orders/${placed.id}`, { ...at, headers })
  const done = async () => (await read()).timeline.filter((step) => step.at !== null).map(({ step }) => step)
  expect(await done()).toEqual(["placed"])
  const txid = await network.pay(placed.bitcoinAddress ?? "", 12_500n)
  const seen = await eventually(read, ({ owner }) => owner?.transactions.length === 1)
  // This network has no block explorer to link to.
  expect(seen.owner?.transactions).toEqual([
    { txid, url: null, sats: "12500", isByLightning: false, confirmations: 0 },
  ])
  expect(await done()).toEqual(["placed", "payment_seen"])
  await network.mine()
  await eventually(read, ({ status }) => status === "paid")
  expect(await done()).toEqual(["placed", "payment_seen", "payment_confirmed"])
  expect((await read()).owner?.transactions).toMatchObject([{ txid, confirmations: 1 }])
  expect((await call(followedOrderSchema, `/api/orders/${placed.id}`, at)).owner).toBeNull()
})

it("an order is paid only when its capture is on record everywhere, so that the page's details are final", async () => {
  const placed = await placeOne()
  const ask = (sql: string, values: unknown[] = []) => askDatabase(backend.databaseUrl, sql, values)
  const read = () => call(orderSchema, `/api/orders/${placed.id}`, at)
  const writes = { writes: "update of captured_at on bitcoin_invoice", when: `new.order_id = '${placed.id}'` }
  await whileHeld(backend.databaseUrl, writes, async (untilHeld) => {
    await network.pay(placed.bitcoinAddress ?? "", 12_500n)
    await network.mine()
    await untilHeld()
    // Medusa has captured it already.
    expect(
      await ask(
        `select 1 from payment_collection c join order_payment_collection l on l.payment_collection_id = c.id
          where l.order_id = $1 and c.captured_amount = c.amount`,
        [placed.id],
      ),
    ).toHaveLength(1)
    expect((await read()).status).toBe("awaiting_payment")
  })
  expect((await eventually(read, ({ status }) => status === "paid")).bitcoin?.state).toBe("confirmed")
})

it("late money at the first address of a renewed order is found", async () => {
  const placed = await placeOne()
  await runOut(placed.id)
  await eventually(
    () => stateOf(placed.id),
    (state) => state === "expired",
  )
  await call(orderSchema, `/api/orders/${placed.id}/quote`, byBuyer(placed.id))
  await network.pay(placed.bitcoinAddress ?? "", 12_500n)
  await network.mine()
  await askDatabase(
    backend.databaseUrl,
    "update bitcoin_invoice set next_poll_at = now() where address = $1",
    [placed.bitcoinAddress],
  )
  await eventually(
    () =>
      askDatabase<{ state: string }>(
        backend.databaseUrl,
        "select state from bitcoin_invoice where address = $1",
        [placed.bitcoinAddress],
      ),
    (rows) => rows[0]?.state === "review",
  )
})

it("a closed order's quote cannot be renewed, nor a card order's", async () => {
  const placed = await placeOne()
  await runOut(placed.id)
  await eventually(
    () => stateOf(placed.id),
    (state) => state === "expired",
  )
  // The reservation ends now.
  await askDatabase(
    backend.databaseUrl,
    "update bitcoin_invoice set expires_at = now() - interval '30 minutes' where order_id = $1",
    [placed.id],
  )
  await askDatabase(
    backend.databaseUrl,
    "update medusa_payments_outbox set next_attempt_at = now() where payload ->> 'kind' = 'cancel'",
  )
  await eventually(
    () => call(orderSchema, `/api/orders/${placed.id}`, at),
    ({ status }) => status === "cancelled",
  )
  const problem = await refused(409, `/api/orders/${placed.id}/quote`, byBuyer(placed.id))
  expect(problem.code).toBe("no_new_quote")
  const cartId = await fillCart(await makeProduct(staff), 1, undefined, backend.url)
  const card = await order(checkoutOf(cartId, 5, { paymentMethod: "card" }), backend.url)
  await refused(404, `/api/orders/${card.id}/quote`, byBuyer(card.id))
})

it("stores what the chain says about a buyer's transaction id", async () => {
  const [mine, theirs] = [await placeOne(), await placeOne()]
  const txid = await network.pay(theirs.bitcoinAddress ?? "", 12_500n)
  const claim = (id: string, transactionId: string) =>
    call(orderSchema, `/api/orders/${id}/payment`, {
      ...byBuyer(id),
      method: "PATCH",
      body: { transactionId },
    })
  await claim(mine.id, txid)
  await claim(mine.id, "ab".repeat(32))
  await claim(mine.id, "tx_made_up")
  await claim(theirs.id, txid)
  const verdicts = await eventually(
    () =>
      askDatabase<{ verdict: string }>(
        backend.databaseUrl,
        "select c.verdict from bitcoin_claim c join bitcoin_invoice i on i.id = c.invoice_id where i.order_id in ($1, $2) order by c.created_at",
        [mine.id, theirs.id],
      ),
    (rows) => rows.every(({ verdict }) => verdict !== "pending"),
  )
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(["mismatch", "not_found", "unverifiable", "pays"])
  expect(await stateOf(mine.id)).toBe("awaiting_payment")
})

describe("the plugin's own page and calls, for shops that open them", () => {
  const paymentAnswer = z.object({
    bitcoin_payment: z.object({
      ...{ state: z.string(), address: z.string(), uri: z.string().nullable(), orderNumber: z.number() },
      transactions: z.array(z.object({ txid: z.string(), confirmations: z.number() })),
    }),
  })
  const pay = (path: string, init?: RequestInit) => fetch(new URL(`/pay/bitcoin/${path}`, backend.url), init)
  const read = async (id: string) =>
    paymentAnswer.parse(await (await pay(`${id}/payment`)).json()).bitcoin_payment

  it("show what to pay while something is due, and follow it until its capture", async () => {
    const placed = await placeOne()
    const due = await read(placed.id)
    expect(due).toMatchObject({ state: "awaiting_payment", address: placed.bitcoinAddress, transactions: [] })
    expect(due.uri).toContain(placed.bitcoinAddress)
    const stop = new AbortController()
    const stream = await pay(`${placed.id}/events`, { signal: stop.signal })
    expect(stream.headers.get("content-type")).toContain("text/event-stream")
    const txid = await network.pay(placed.bitcoinAddress ?? "", 12_500n)
    await network.mine()
    let said = ""
    for await (const chunk of stream.body ?? []) {
      said += Buffer.from(chunk).toString("utf8")
      if (said.includes('"state":"confirmed"')) break
    }
    stop.abort()
    expect(said).toMatch(/^retry: \d+\n\nevent: payment\ndata: {/)
    expect(await read(placed.id)).toMatchObject({ state: "confirmed", uri: null, transactions: [{ txid }] })
  })

  it("say nothing about the buyer", async () => {
    const placed = await placeOne()
    const text = await (await pay(`${placed.id}/payment`)).text()
    const { email, address } = checkoutOf("cart_1", 5)
    for (const personal of [email, ...Object.values(address)])
      if (personal.length > 2) expect(text).not.toContain(personal)
  })

  it("know no order by a guess", async () => {
    for (const id of ["1", "order_1", "order_%25", "%27%20or%201=1"]) {
      for (const call of ["payment", "events"]) expect((await pay(`${id}/${call}`)).status).toBe(404)
      expect((await pay(`${id}/renew`, { method: "POST" })).status).toBe(400)
    }
  })

  it("refuse a new quote while the last one is valid", async () => {
    const { id } = await placeOne()
    const early = await pay(`${id}/renew`, { method: "POST" })
    expect([early.status, await early.json()]).toMatchObject([400, { code: "still_valid" }])
  })

  it("serve the element and a page for it, which loads nothing of others and cannot be framed", async () => {
    const page = await pay(encodeURIComponent('"><script>alert(1)'))
    const html = await page.text()
    const policy = page.headers.get("content-security-policy") ?? ""
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(rule)
    expect(policy).not.toContain("unsafe")
    expect(page.headers.get("referrer-policy")).toBe("no-referrer")
    expect(html).toContain('<script type="module" src="element.js">')
    expect(html).not.toContain("<script>alert")
    const languageOf = async (asked: string) =>
      /<html lang="(\w+)">/.exec(
        await (await pay("order_1", { headers: { "accept-language": asked } })).text(),
      )?.[1]
    const asked = ["*", "fr", "en-GB,de;q=0.5", "de-AT,en;q=0.5"]
    expect(await Promise.all(asked.map(languageOf))).toEqual(["en", "en", "en", "de"])
    const element = await pay("element.js")
    expect(element.headers.get("content-type")).toContain("text/javascript")
    expect(gzipSync(await element.text(), { level: 9 }).length).toBeLessThanOrEqual(15 * 1024)
  })

  it("answer the storefronts of the settings across origins, and no others", async () => {
    const { id } = await placeOne()
    const allowed = async (origin: string) =>
      (await pay(`${id}/payment`, { headers: { origin } })).headers.get("access-control-allow-origin")
    expect(await allowed("http://localhost:8000")).toBe("http://localhost:8000")
    expect(await allowed("https://evil.test")).toBeNull()
  })
})
