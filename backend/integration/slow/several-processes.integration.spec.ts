import { cartSchema, orderSchema, productSchema } from "@shop/contracts"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { z } from "zod"
import { call, send } from "../harness/call"
import { checkoutOf, fillCart, order, tryOrder } from "../harness/checkout"
import { eventually as soon } from "../harness/eventually"
import { makeProduct } from "../harness/fixtures"
import { follow } from "../harness/follow"
import { openMailbox, type Mailbox } from "../harness/mailbox"
import { startMedusa, type Backend } from "../harness/medusa"
import { metricsOnFreePort } from "../harness/metrics"
import { askDatabase, databaseUrl } from "../harness/postgres"
import { findRedis, startRedis, type RedisLocation, type TestRedis } from "../harness/redis"
import { eventually, startRegtest, type Regtest } from "../harness/regtest"
import { baseSettings, STAFF } from "../harness/settings"
import { signInStaff, type Staff } from "../harness/staff"
import { copyTemplate, dropDatabase } from "../harness/template"

const DATABASE = "shop_own_several"
const place = findRedis()

/** The processes of docker-compose.yml. */
function processPlan(redisPlace: RedisLocation) {
  let network: Regtest
  let mailbox: Mailbox
  let redis: TestRedis
  let first: Backend
  let second: Backend
  let worker: Backend
  let staff: Staff
  let url: string
  let metrics: Awaited<ReturnType<typeof metricsOnFreePort>>
  const both = () => [first.url, second.url]

  beforeAll(async () => {
    ;[network, mailbox, redis] = await Promise.all([startRegtest(), openMailbox(), startRedis(redisPlace)])
    const copy = await copyTemplate(inject("postgresUrl"), inject("template"), DATABASE)
    url = databaseUrl(inject("postgresUrl"), copy.database)
    const settings = {
      ...baseSettings(url, copy.mediaDir),
      REDIS_URL: redis.url,
      SMTP_URL: mailbox.url,
      BITCOIN_ESPLORA_URL: network.url,
      BITCOIN_POLL_SECONDS: "0.3",
      // One IP address may send a twelfth of this to the contact form per minute.
      WRITES_PER_MINUTE: "240",
    }
    metrics = await metricsOnFreePort()
    const start = (mode: string, name: string, more = {}) =>
      startMedusa({ ...settings, MEDUSA_WORKER_MODE: mode, ...more }, name)
    ;[first, second, worker] = await Promise.all([
      start("server", "several-first"),
      start("server", "several-second"),
      start("worker", "several-worker", metrics.settings),
    ])
    staff = await signInStaff(first.url)
  })
  afterAll(async () => {
    await Promise.all([first, second, worker].map((backend) => backend.stop()))
    await Promise.all([network.stop(), mailbox.close(), redis.stop()])
    await dropDatabase(inject("postgresUrl"), DATABASE)
  })

  const place = async (at: string) => {
    const cartId = await fillCart(await makeProduct(staff), 1, undefined, at)
    return order(checkoutOf(cartId, 5), at)
  }
  const read = (id: string, at: string) => call(orderSchema, `/api/orders/${id}`, { backendUrl: at })
  const untilPaid = (id: string, at: string) =>
    eventually(
      () => read(id, at),
      ({ status }) => status === "paid",
    )
  /** The ids of the processes that lead the watcher. */
  const leaders = async () => {
    const rows = await askDatabase<{ name: string }>(
      url,
      `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.granted and a.application_name like 'bitcoin-watcher %'
          and a.datname = current_database()`,
    )
    return rows.map(({ name }) => Number(name.split(" ")[1]))
  }

  it("sells through either server: a cart filled at one is ordered at the other, and both report its payment", async () => {
    const cartId = await fillCart(await makeProduct(staff), 2, undefined, first.url)
    const items = await call(cartSchema, `/api/cart/${cartId}`, { backendUrl: second.url })
    expect(items.map(({ quantity }) => quantity)).toEqual([2])
    const placed = await order(checkoutOf(cartId, 10), second.url)
    const told = both().map((at) =>
      follow(at, placed.id, (orders) => orders.at(-1)?.bitcoin?.state === "seen"),
    )
    await network.pay(placed.bitcoinAddress ?? "", 25_000n)
    await Promise.all(told)
    await network.mine()
    for (const at of both()) await untilPaid(placed.id, at)
    const letters = () =>
      mailbox.mails.filter(({ text }) => text?.includes(placed.id)).map(({ subject }) => subject)
    await expect.poll(letters).toHaveLength(3)
    expect(new Set(letters()).size).toBe(3)
  })

  it("tells Prometheus through the worker too, which leads", async () => {
    const values = await eventually(metrics.scrape, (found) => found.get("shop_watcher_leader") === 1)
    expect(values.get("shop_watcher_last_poll_age_seconds")).toBeLessThan(60)
  })

  it("places one order for ten concurrent requests for one cart at both servers", async () => {
    const product = await makeProduct(staff, { stock: 10 })
    const cartId = await fillCart(product, 1, undefined, first.url)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => tryOrder(checkoutOf(cartId, 5), both()[turn % 2])),
    )
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    const ids = z.array(z.object({ id: z.string(), bitcoinAddress: z.string() })).parse(bodies)
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1)
    expect(new Set(ids.map(({ bitcoinAddress }) => bitcoinAddress)).size).toBe(1)
    const reserved = await askDatabase<{ quantity: string }>(
      url,
      "select quantity from reservation_item where inventory_item_id = $1 and deleted_at is null",
      [product.inventoryItemId],
    )
    expect(reserved).toHaveLength(1)
  })

  it("shows a change that staff make at one server on both", async () => {
    const product = await makeProduct(staff, { price: 5 })
    const priceAt = async (at: string) =>
      (await call(productSchema, `/api/products/${product.slug}`, { backendUrl: at })).price
    for (const at of both()) await soon(async () => expect(await priceAt(at)).toBe("5.00"))
    await staff.post(z.unknown(), `/admin/products/${product.id}/variants/${product.variantId}`, {
      prices: [{ currency_code: "gbp", amount: 6.5 }],
    })
    await Promise.all(both().map((at) => soon(async () => expect(await priceAt(at)).toBe("6.50"))))
  })

  it("accepts staff who signed in at one server at the other, and signs them out of both", async () => {
    const { token } = z
      .object({ token: z.string() })
      .parse(
        await (
          await send("/auth/user/emailpass", { method: "POST", body: STAFF, backendUrl: first.url })
        ).json(),
      )
    const opened = await send("/auth/session", {
      method: "POST",
      backendUrl: first.url,
      headers: { authorization: `Bearer ${token}` },
    })
    const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? ""
    const me = (at: string) => send("/admin/users/me", { backendUrl: at, headers: { cookie } })
    for (const at of both()) expect((await me(at)).status).toBe(200)
    await send("/auth/session", { method: "DELETE", backendUrl: second.url, headers: { cookie } })
    for (const at of both()) expect((await me(at)).status).toBe(401)
    // Signing out ends all sign-ins of that member of staff.
    staff = await signInStaff(first.url)
  })

  it("counts the messages of one IP address across both servers", async () => {
    const write = (at: string) =>
      send("/api/contact", {
        method: "POST",
        backendUrl: at,
        body: {
          name: "Ada",
          email: "ada@example.com",
          subject: "Honey",
          message: "Is it from here, please?",
          consent: true,
        },
      })
    const answers: number[] = []
    for (let turn = 0; turn < 24; turn++) answers.push((await write(both()[turn % 2] ?? "")).status)
    const accepted = answers.filter((status) => status < 300)
    expect(accepted).toHaveLength(20)
    expect(answers.slice(20)).toEqual([429, 429, 429, 429])
  })

  it("keeps all five of Medusa's modules and the rate limits in Redis", () => {
    // events and the workflows' queue, the workflow engine, locks, cache, staff sessions; our own limits
    const parts = ["RedisEventBusService", "bull", "dtrx", "medusa_lock", "mc", "sess", "limit"]
    expect([...redis.touched]).toEqual(expect.arrayContaining(parts))
  })

  it("one process polls the chain; when it is killed, another takes over and misses no payment", async () => {
    expect(await leaders()).toEqual([worker.pid])
    const [seen, unseen] = [await place(first.url), await place(second.url)]
    await network.pay(seen.bitcoinAddress ?? "", 12_500n)
    await worker.kill()
    await network.pay(unseen.bitcoinAddress ?? "", 12_500n)
    await network.mine()
    await Promise.all([untilPaid(seen.id, second.url), untilPaid(unseen.id, first.url)])
    const [leader, ...others] = await leaders()
    expect([first.pid, second.pid]).toContain(leader)
    expect(others).toEqual([])
    const captures = await askDatabase<{ count: number }>(
      url,
      `select count(*)::int from capture c join payment p on p.id = c.payment_id
         join order_payment_collection l using (payment_collection_id) where l.order_id = any($1) group by l.order_id`,
      [[seen.id, unseen.id]],
    )
    expect(captures).toEqual([{ count: 1 }, { count: 1 }])
  })

  it("a stopping server finishes its requests, closes open streams and hands over the leadership", async () => {
    const product = await makeProduct(staff, { stock: 10 })
    const followed = await place(second.url)
    const stream = await fetch(`${first.url}/api/orders/${followed.id}/events`)
    const carts = await Promise.all(
      Array.from({ length: 4 }, () => fillCart(product, 1, undefined, first.url)),
    )
    const begun = carts.map((cartId) => order(checkoutOf(cartId, 5), first.url))
    await Promise.race(begun)
    await first.stop()
    expect(await first.exited).toEqual([0, null])
    for (const { id } of await Promise.all(begun))
      expect((await read(id, second.url)).status).toBe("awaiting_payment")
    expect(await stream.text()).toContain(followed.id)
    await soon(async () => expect(await leaders()).toEqual([second.pid]))
  })

  it("a server that is told to stop tells the proxy first, and loses no request that is sent to it until then", async () => {
    const statuses: number[] = []
    let health = 200
    const read = async () => {
      const response = await send("/api/products", { backendUrl: second.url })
      await response.text() // so that the connection is used again, as a proxy does
      return response
    }
    const sendUntilUnhealthy = async () => {
      while (health === 200) statuses.push((await read()).status)
    }
    const senders = Array.from({ length: 5 }, sendUntilUnhealthy)
    const stopped = second.stop()
    await soon(async () => {
      health = (await send("/api/health", { backendUrl: second.url })).status
      expect(health).toBe(503)
    })
    await Promise.all(senders)
    // What the proxy had sent before it asked.
    const late = await read()
    expect([late.status, late.headers.get("connection")]).toEqual([200, "close"])
    await stopped
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
}

if (place === undefined) {
  it("finds no redis-server or valkey-server: two servers and a worker were NOT tested (install one, or set TEST_REDIS_URL)", ({
    skip,
  }) => skip("Debian and Ubuntu: apt-get install redis-server"))
} else {
  describe("two servers and a worker on one Postgres and one Redis", () => processPlan(place))
}
