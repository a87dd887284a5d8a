import { createServer } from "node:http"
import { paymentOverviewSchema } from "@shop/contracts/staff-payments"
import { afterAll, beforeAll, expect, inject, it } from "vitest"
import {
  startFlakyFront,
  type Fault,
  type FlakyFront,
} from "../../src/modules/bitcoin-payment/src/adapters/testing/flaky-server"
import { descriptorChecksum } from "../../src/modules/bitcoin-payment/src/adapters/descriptor-checksum"
import { addressByAnotherAuthor } from "../../src/modules/bitcoin-payment/src/adapters/testing/another-author"
import { listenOnLoopback } from "../../src/modules/bitcoin-payment/src/adapters/testing/loopback"
import { TEST_DESCRIPTOR } from "../../src/modules/bitcoin-payment/src/adapters/testing/test-descriptor"
import { bitcoinShopAt } from "../harness/bitcoin-shop"
import { refused, send } from "../harness/call"
import { checkoutOf, fillCart } from "../harness/checkout"
import { startCoreOnRegtest } from "../harness/core-on-regtest"
import { makeProduct } from "../harness/fixtures"
import { MAILS } from "../harness/mails"
import { startMedusa, type Backend } from "../harness/medusa"
import { startOwnBackend } from "../harness/own-backend"
import { databaseUrl } from "../harness/postgres"
import { eventually, startRegtest, type Regtest } from "../harness/regtest"
import { baseSettings, type Settings } from "../harness/settings"
import { copyTemplate, dropDatabase } from "../harness/template"

const POLL = { BITCOIN_POLL_SECONDS: "0.3" }
const NEXT_WALLET =
  "wpkh([73c5da0a/84h/1h/0h]tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M/0/*)#evh9fu0w"

const KEYS = [TEST_DESCRIPTOR, NEXT_WALLET].map((each) =>
  each.slice(each.indexOf("(") + 1, each.indexOf(")")),
)
const BODY = `wsh(sortedmulti(2,${KEYS.join()}))`
const TWO_KEYS = `${BODY}#${descriptorChecksum(BODY)}`

let network: Regtest
let front: FlakyFront
beforeAll(async () => {
  network = await startRegtest()
  front = await startFlakyFront(network.url)
})
afterAll(async () => {
  await front.stop()
  await network.stop()
})

const readiness = (backend: Backend) => () =>
  send("/api/ready", { backendUrl: backend.url }).then(({ status }) => status)

it("a faulty source changes nothing: no quote expires and the shop is not ready until the source recovers", async () => {
  const backend = await startOwnBackend("source_down", { ...POLL, BITCOIN_ESPLORA_URL: front.url })
  try {
    const shop = await bitcoinShopAt(backend.url, backend.databaseUrl)
    const [paid, unpaid] = [await shop.placeOne(), await shop.placeOne()]
    await network.pay(paid.address, 12_500n)
    await shop.untilState(paid.id, "seen")
    await shop.afterPolls(1)
    const faults: Fault[] = ["answers with a web page", "hangs up"]
    for (const fault of faults) {
      front.fault = fault
      await network.mine()
      await shop.runOut(unpaid.id)
      expect(await shop.afterFailedPoll()).toContain("Esplora")
      expect((await shop.read(paid.id)).bitcoin).toMatchObject({ state: "seen", receivedSats: "12500" })
      expect((await shop.read(unpaid.id)).bitcoin?.state).toBe("awaiting_payment")
    }
    const product = await makeProduct(shop.staff, { price: 5 })
    const body = checkoutOf(await fillCart(product, 1, undefined, backend.url), 5)
    const rejected = await refused(503, "/api/orders", { method: "POST", body, backendUrl: backend.url })
    expect(rejected.code).toBe("bitcoin_unavailable")
    await shop.ask("update bitcoin_wallet set failing_since = now() - interval '1 minute'")
    const offer = await refused(503, "/api/bitcoin/rate", { backendUrl: backend.url })
    expect(offer.detail).toContain("we cannot reach the Bitcoin network")
    await shop.ask("update bitcoin_wallet set last_poll_at = now() - interval '10 minutes'")
    const problem = await refused(503, "/api/ready", { backendUrl: backend.url })
    expect(problem.detail).toContain("bitcoin")
    front.fault = null
    await shop.untilPaid(paid.id)
    await shop.untilState(unpaid.id, "expired")
    await eventually(readiness(backend), (status) => status === 200)
  } finally {
    front.fault = null
    await backend.stop()
  }
})

it("a source on another network is rejected: no address is given out, nothing is written, the shop is not ready", async () => {
  const other = await listenOnLoopback(
    createServer((request, response) => {
      if (request.url?.endsWith("/block-height/0")) response.end("ab".repeat(32))
      else
        void fetch(network.url + (request.url ?? "/")).then(async (real) => response.end(await real.text()))
    }),
  )
  const backend = await startOwnBackend("wrong_network", { ...POLL, BITCOIN_ESPLORA_URL: other.url })
  try {
    const shop = await bitcoinShopAt(backend.url, backend.databaseUrl)
    const product = await makeProduct(shop.staff, { price: 5 })
    const body = checkoutOf(await fillCart(product, 1, undefined, backend.url), 5)
    const problem = await refused(503, "/api/orders", { method: "POST", body, backendUrl: backend.url })
    expect(problem.code).toBe("bitcoin_unavailable")
    expect(problem.detail).toMatch(/^Bitcoin payments are temporarily unavailable: .* Please try again/)
    expect(await shop.ask(`select id from "order"`)).toEqual([])
    expect(await shop.ask("select next_index from bitcoin_wallet")).toEqual([{ next_index: 0 }])
    const wallet = await eventually(
      () => shop.ask<{ last_failure: string | null }>("select last_failure from bitcoin_wallet"),
      ([row]) => row?.last_failure !== null,
    )
    expect(wallet[0]?.last_failure).toContain("another network")
    await refused(503, "/api/ready", { backendUrl: backend.url })
  } finally {
    await backend.stop()
    await other.stop()
  }
})

/** An Esplora in front of the network that can conceal every payment, or hang up. */
async function startEsplora() {
  const esplora = {
    does: "answers" as "answers" | "conceals" | "hangs up",
    ...(await listenOnLoopback(
      createServer((request, response) => {
        const path = request.url ?? "/"
        const isConcealed = esplora.does === "conceals" && /^\/(address\/\w+\/txs|tx\/)/.test(path)
        if (esplora.does === "hangs up") response.destroy()
        else if (isConcealed) response.writeHead(path.startsWith("/tx/") ? 404 : 200).end("[]")
        else
          void fetch(network.url + path).then(async (real) =>
            response.writeHead(real.status).end(await real.text()),
          )
      }),
    )),
  }
  return esplora
}

it("a wallet of two keys: the node derives an address for each order, and none is given out while it does not answer", async () => {
  const core = await startCoreOnRegtest(network.url, TWO_KEYS)
  const backend = await startOwnBackend("two_keys", { ...POLL, ...core.settings, BITCOIN_SOURCE: "core" })
  try {
    const shop = await bitcoinShopAt(backend.url, backend.databaseUrl)
    const orders = [await shop.placeOne(), await shop.placeOne()]
    for (const [index, { address }] of orders.entries())
      expect(address).toBe(addressByAnotherAuthor(TWO_KEYS, index))
    await network.payMany(orders.map(({ address }) => ({ address, sats: 12_500n })))
    await network.mine(3)
    await core.catchUp()
    for (const { id } of orders) await shop.untilPaid(id)

    core.front.fault = "hangs up"
    await shop.ask("update bitcoin_wallet set next_index = 900")
    const product = await makeProduct(shop.staff, { price: 5 })
    const body = checkoutOf(await fillCart(product, 1, undefined, backend.url), 5)
    const refusal = await refused(503, "/api/orders", { method: "POST", body, backendUrl: backend.url })
    expect(refusal.code).toBe("bitcoin_unavailable")
    core.front.fault = null
    expect((await shop.placeOne()).address).toBe(addressByAnotherAuthor(TWO_KEYS, 900))
  } finally {
    await backend.stop()
    await core.stop()
  }
})

it("Bitcoin Core and an Esplora: one settles a small order, neither alone settles a large one or lets it expire, and staff hear which says what", async () => {
  const [core, esplora] = [await startCoreOnRegtest(network.url, TEST_DESCRIPTOR), await startEsplora()]
  const backend = await startOwnBackend("two_sources", {
    ...POLL,
    ...core.settings,
    BITCOIN_SOURCE: "core,esplora",
    BITCOIN_ESPLORA_URL: esplora.url,
  })
  try {
    const shop = await bitcoinShopAt(backend.url, backend.databaseUrl)
    const [small, large] = [await shop.placeOne(), await shop.placeOne(100)]
    const overview = async () =>
      (await shop.staff.get(paymentOverviewSchema, "/admin/payment-review/overview")).overview
    const casesOf = (id: string) =>
      shop.ask<{ closed_by: string | null }>(
        "select c.closed_by from bitcoin_case c join bitcoin_invoice i on i.id = c.invoice_id where i.order_id = $1",
        [id],
      )

    esplora.does = "conceals"
    await network.payMany([
      { address: small.address, sats: 12_500n },
      { address: large.address, sats: 250_000n },
    ])
    await network.mine(3)
    await core.catchUp()
    await shop.untilPaid(small.id)
    // The quote ends a second before now: by then the node had shown the payment, so it is in time.
    await eventually(
      () =>
        shop.ask(
          `select 1 from bitcoin_invoice i join bitcoin_output o on o.invoice_id = i.id
            where i.order_id = $1 and i.dispute is not null and o.seen_at < now() - interval '2 seconds'`,
          [large.id],
        ),
      (disputed) => disputed.length === 1,
    )
    await shop.runOut(large.id)
    await shop.afterPolls(2)
    expect((await shop.read(large.id)).bitcoin).toMatchObject({
      state: "awaiting_payment",
      receivedSats: "0",
    })
    expect(await casesOf(large.id)).toEqual([])
    await shop.ask(
      "update bitcoin_invoice set disputed_since = now() - interval '31 minutes', next_poll_at = now() where order_id = $1",
      [large.id],
    )
    const { inbox } = await eventually(overview, ({ inbox: cases }) => cases.length > 0)
    expect(inbox).toMatchObject([{ kind: "payment", orderId: large.id }])
    const { host } = new URL(esplora.url)
    expect(inbox[0]?.why).toMatch(
      new RegExp(`differ\\. Bitcoin Core shows 250000 satoshis .* Esplora at ${host} shows no payment`),
    )
    await eventually(
      () => shop.ask(`select 1 from ${MAILS} where template = 'payment-case'`),
      (mails) => mails.length === 1,
    )
    esplora.does = "answers"
    await shop.untilPaid(large.id)
    expect(await casesOf(large.id)).toEqual([{ closed_by: "the chain" }])

    // The node hears of neither the payment nor its block.
    const unheard = await shop.placeOne(100)
    await network.pay(unheard.address, 250_000n)
    await network.mine()
    await shop.runOut(unheard.id)
    await shop.afterPolls(3)
    expect((await shop.read(unheard.id)).bitcoin?.state).toBe("awaiting_payment")
    await core.catchUp()

    esplora.does = "hangs up"
    const [unpaid, waiting] = [await shop.placeOne(), await shop.placeOne(100)]
    await shop.runOut(unpaid.id)
    await shop.runOut(waiting.id)
    await shop.untilState(unpaid.id, "expired")
    expect((await shop.read(waiting.id)).bitcoin?.state).toBe("awaiting_payment")
    const ready = await send("/api/ready", { backendUrl: backend.url })
    expect(await ready.json()).toMatchObject({ status: "ready", degraded: ["chain"] })
    expect((await overview()).needs.join()).toMatch(
      new RegExp(`Esplora at ${host} is unavailable: .*, for \\d+ seconds. The other source is polled`),
    )
    esplora.does = "answers"
    await shop.untilState(waiting.id, "expired")

    core.front.fault = "hangs up"
    const paid = await shop.placeOne()
    await network.pay(paid.address, 12_500n)
    await network.mine()
    await shop.untilPaid(paid.id)
  } finally {
    await backend.stop()
    await core.stop()
    await esplora.stop()
  }
})

it("a process that is stopped during a poll of the chain finishes the poll, then exits", async () => {
  let answer: (() => void) | undefined
  let asked = 0
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const slow = await listenOnLoopback(
    createServer((request, response) => {
      const isHeld = ++asked > 20
      void fetch(network.url + (request.url ?? "/")).then(async (real) => {
        const text = await real.text()
        if (isHeld) await answered
        response.writeHead(real.status).end(text)
      })
    }),
  )
  const backend = await startOwnBackend("ends_while_looking", { ...POLL, BITCOIN_ESPLORA_URL: slow.url })
  try {
    await eventually(
      () => Promise.resolve(asked),
      (times) => times > 20,
    )
    const ended = backend.stop()
    // Medusa closes its HTTP server before the database.
    await eventually(
      () =>
        fetch(`${backend.url}/health`).then(
          () => "open",
          () => "closed",
        ),
      (server) => server === "closed",
    )
    answer?.()
    await ended
    expect(await backend.exited).toEqual([0, null])
  } finally {
    await backend.stop()
    await slow.stop()
  }
})

it("a new wallet, a payment while the shop was down, and a restored backup: every address is polled, none is given out twice", async () => {
  const name = "shop_own_wallets"
  const copy = await copyTemplate(inject("postgresUrl"), inject("template"), name)
  const database = databaseUrl(inject("postgresUrl"), name)
  const settings: Settings = {
    ...baseSettings(database, copy.mediaDir),
    ...POLL,
    BITCOIN_ESPLORA_URL: network.url,
  }
  const next = { ...settings, BITCOIN_DESCRIPTOR: NEXT_WALLET }
  try {
    let backend = await startMedusa(settings, "wallets-first")
    let shop = await bitcoinShopAt(backend.url, database)
    const [open, expired] = [await shop.placeOne(), await shop.placeOne()]
    await shop.runOut(expired.id)
    await shop.untilState(expired.id, "expired")
    await backend.kill()
    // A payment reaches the expired quote.
    await network.pay(expired.address, 12_500n)
    await network.mine()

    backend = await startMedusa(next, "wallets-second")
    shop = await bitcoinShopAt(backend.url, database)
    await shop.untilReviewed(expired.id)
    expect(await shop.capturesOf(expired.id)).toBe(0)
    const later = [await shop.placeOne(), await shop.placeOne()]
    const walletOf = "select wallet_id, address_index from bitcoin_invoice where order_id = $1"
    expect(await shop.ask(walletOf, [later[0]?.id])).toMatchObject([{ address_index: 0 }])
    expect(await shop.ask(walletOf, [later[0]?.id])).not.toMatchObject(await shop.ask(walletOf, [open.id]))
    await network.pay(open.address, 12_500n)
    await network.pay(later[1]?.address ?? "", 12_500n)
    await network.mine()
    await shop.untilPaid(open.id)
    await shop.untilPaid(later[1]?.id ?? "")
    await backend.kill()

    // Yesterday's database is restored, without the second wallet's first two addresses. The next order
    // arrives at once, long before the first poll of the chain.
    await shop.ask("update bitcoin_wallet set next_index = 0 where retired_at is null")
    backend = await startMedusa({ ...next, BITCOIN_POLL_SECONDS: "300" }, "wallets-third")
    shop = await bitcoinShopAt(backend.url, database)
    const fresh = await shop.placeOne()
    expect(await shop.ask(walletOf, [fresh.id])).toMatchObject([{ address_index: 2 }])
    expect([open, expired, ...later].map(({ address }) => address)).not.toContain(fresh.address)
    expect((await shop.read(fresh.id)).bitcoin).toMatchObject({
      state: "awaiting_payment",
      receivedSats: "0",
    })
    await backend.stop()
  } finally {
    await dropDatabase(inject("postgresUrl"), name)
  }
})
