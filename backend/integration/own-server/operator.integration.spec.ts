import { execFile } from "node:child_process"
import { createRequire } from "node:module"
import path from "node:path"
import { orderSchema } from "@shop/contracts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { bitcoinShopAt, type BitcoinShop } from "../harness/bitcoin-shop"
import { MAILS } from "../harness/mails"
import { call, send } from "../harness/call"
import { browserOf } from "../harness/checkout"
import type { Backend } from "../harness/medusa"
import { metricsOnFreePort } from "../harness/metrics"
import { startOwnBackend } from "../harness/own-backend"
import { whileRefused } from "../harness/refuse-writes"
import { eventually, startRegtest, type Regtest } from "../harness/regtest"
import { BACKEND_DIR, DESCRIPTOR } from "../harness/settings"

let network: Regtest
let backend: Backend & { databaseUrl: string }
let shop: BitcoinShop
let metrics: Awaited<ReturnType<typeof metricsOnFreePort>>
beforeAll(async () => {
  network = await startRegtest()
  metrics = await metricsOnFreePort()
  backend = await startOwnBackend("operator", {
    ...metrics.settings,
    BACKUP_MARKER_FILE: "/no/such/marker",
    BITCOIN_ESPLORA_URL: network.url,
    BITCOIN_POLL_SECONDS: "0.3",
    OUTBOX_ALERT_AFTER: "2",
    SMTP_URL: "smtp://127.0.0.1:1",
  })
  shop = await bitcoinShopAt(backend.url, backend.databaseUrl)
})
afterAll(async () => {
  await backend.stop()
  await network.stop()
})

const inboxSchema = z.object({
  overview: z.object({ inbox: z.array(z.object({ kind: z.string(), why: z.string() })) }),
})
const mailsOf = async (id: string, template: string) =>
  shop.ask<{ key: string }>(
    `select key from ${MAILS} where data ->> 'orderId' = $1 and template = $2 order by created_at`,
    [id, template],
  )
/** Until it is made due again. A poll in progress may store when it is due: asked for until a later one has left it alone. */
const stopPolling = (id: string) =>
  eventually(
    async () => {
      const tomorrow =
        "update bitcoin_invoice set next_poll_at = now() + interval '1 day' where order_id = $1"
      await shop.ask(tomorrow, [id])
      await shop.afterPolls(1)
      return shop.ask(
        "select 1 from bitcoin_invoice where order_id = $1 and next_poll_at > now() + interval '1 hour'",
        [id],
      )
    },
    (stopped) => stopped.length > 0,
  )
const renew = (id: string) =>
  call(orderSchema, `/api/orders/${id}/quote`, {
    method: "POST",
    headers: browserOf(id),
    backendUrl: backend.url,
  })
const quotesOf = (id: string) =>
  shop.ask<{ id: string; address: string; state: string; captured: boolean; closed_how: string | null }>(
    `select id, address, state, captured_at is not null as captured, closed_how from bitcoin_invoice
      where order_id = $1 order by renewal`,
    [id],
  )

/** Runs a command as npm does. @returns its output */
function run(name: string, ...words: string[]): Promise<{ code: number; out: string; says: string }> {
  return runWith({}, name, ...words)
}

function runWith(
  settings: Record<string, string>,
  name: string,
  ...words: string[]
): Promise<{ code: number; out: string; says: string }> {
  const tsx = createRequire(import.meta.url).resolve("tsx")
  const script = path.join(BACKEND_DIR, "src/scripts/bitcoin", `${name}.ts`)
  const env = {
    PATH: process.env["PATH"] ?? "",
    DATABASE_URL: backend.databaseUrl,
    BITCOIN_ESPLORA_URL: network.url,
    ...settings,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, ["--import", tsx, script, ...words], { env, cwd: "/" }, (error, out, says) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1
      resolve({ code, out, says })
    })
  })
}

describe("an order with several quotes", () => {
  it("is captured once when the old quote and its renewal are both paid; the second payment opens a case", async () => {
    const { id, address } = await shop.placeOne()
    await shop.runOut(id)
    await shop.untilState(id, "expired")
    const renewed = (await renew(id)).bitcoin?.address ?? ""
    expect(renewed).not.toBe(address)
    await network.payMany([
      { address, sats: 12_500n },
      { address: renewed, sats: 12_500n },
    ])
    await network.mine()
    await shop.untilPaid(id)
    const quotes = await eventually(
      async () => {
        await shop.makePollDue(id)
        return quotesOf(id)
      },
      ([old, later]) => old?.state === "review" && later?.captured === true,
    )
    expect(quotes.map(({ captured }) => captured)).toEqual([false, true])
    expect(await shop.capturesOf(id)).toBe(1)
    const held = await shop.ask<{ sats: string }>(
      `select sum(o.sats)::text as sats from bitcoin_output o join bitcoin_invoice i on i.id = o.invoice_id
        where i.order_id = $1 and o.status = 'confirmed'`,
      [id],
    )
    expect(held).toEqual([{ sats: "25000" }])
    expect(
      await shop.ask("select closed_by from bitcoin_case where invoice_id = $1 and closed_at is null", [
        quotes[0]?.id,
      ]),
    ).toEqual([{ closed_by: null }])
    await eventually(
      () => mailsOf(id, "payment-case"),
      (mails) => mails.length === 1,
    )
    expect(await mailsOf(id, "payment-confirmed")).toHaveLength(1)
  })

  it("is not cancelled when the old quote expires after the renewal was paid", async () => {
    const { id } = await shop.placeOne()
    await shop.runOut(id)
    await shop.untilState(id, "expired")
    await network.pay((await renew(id)).bitcoin?.address ?? "", 12_500n)
    await network.mine()
    await shop.untilPaid(id)
    // The hold of the first quote ends, so its cancellation is due now.
    await shop.ask(
      `update medusa_payments_outbox set next_attempt_at = now()
        where payload ->> 'kind' = 'cancel' and payload ->> 'orderId' = $1 and finished_at is null`,
      [id],
    )
    await eventually(
      () =>
        shop.ask(
          `select id from medusa_payments_outbox
            where payload ->> 'kind' = 'cancel' and payload ->> 'orderId' = $1 and finished_at is null`,
          [id],
        ),
      (messages) => messages.length === 0,
    )
    expect((await shop.read(id)).status).toBe("paid")
  })

  it("mails its buyer once about each expired quote", async () => {
    const { id } = await shop.placeOne()
    for (const round of [1, 2]) {
      await shop.runOut(id)
      await shop.untilState(id, "expired")
      const mails = await eventually(
        () => mailsOf(id, "payment-expired"),
        (found) => found.length === round,
      )
      expect(new Set(mails.map(({ key }) => key)).size).toBe(round)
      if (round === 1) await renew(id)
    }
  })
})

it("a capture that keeps failing alerts staff once, shows in readiness, and clears when it succeeds", async () => {
  const { id, address } = await shop.placeOne()
  const cases = () =>
    shop.ask<{ last_error: string | null; outcome: string | null }>(
      `select last_error, outcome from medusa_payments_outbox
        where topic = 'bitcoin-effect' and payload ->> 'orderId' = $1 and alerted_at is not null`,
      [id],
    )
  const tryNow = () =>
    shop.ask(
      "update medusa_payments_outbox set next_attempt_at = now() where finished_at is null and payload ->> 'kind' = 'capture'",
    )
  await whileRefused(shop, "insert on capture", async () => {
    await network.pay(address, 12_500n)
    await network.mine()
    await shop.untilState(id, "confirmed")
    await eventually(
      async () => (await tryNow(), cases()),
      (found) => found.length === 1,
    )
    expect((await cases())[0]?.last_error).not.toContain("[object Object]")
    const inbox = await shop.staff.get(inboxSchema, "/admin/payment-review/overview")
    expect(inbox.overview.inbox.find(({ kind }) => kind === "failing")?.why).toContain("'capture' failed")
    const ready = await send("/api/ready", { backendUrl: backend.url })
    expect([ready.status, await ready.json()]).toEqual([200, { status: "ready", degraded: ["payments"] }])
    expect((await run("status")).out).toContain("1 × something keeps failing")
    const failing = await eventually(
      metrics.scrape,
      (values) => values.get("shop_outbox_alerted_messages") === 1,
    )
    expect(failing.get(`shop_outbox_failing_messages{topic="bitcoin-effect"}`)).toBe(1)
    expect(failing.get(`shop_outbox_oldest_seconds{topic="bitcoin-effect"}`)).toBeGreaterThan(0)
    await tryNow()
    await shop.afterPolls(3)
    expect(await cases()).toHaveLength(1)
    expect(await mailsOf(id, "payment-stuck")).toHaveLength(1)
    expect(await shop.capturesOf(id)).toBe(0)
  })
  await tryNow()
  await shop.untilPaid(id)
  expect(await eventually(cases, ([found]) => found?.outcome !== null)).toMatchObject([{ outcome: "done" }])
  expect(await (await send("/api/ready", { backendUrl: backend.url })).json()).toEqual({ status: "ready" })
})

describe("the operator's commands", () => {
  it("bitcoin:status reports the same as text and as JSON, and its exit code says whether staff must act", async () => {
    const people = await run("status")
    expect(people.out).toMatch(/Source +http\S+ answers: block \d+/)
    expect(people.out).toMatch(/by .+ \(\d+\), which leads/)
    const told = await run("status", "--json")
    const report = z
      .object({ needs: z.array(z.string()), watched: z.number(), lag: z.number() })
      .parse(JSON.parse(told.out))
    // The second payment of the order above is still an open case.
    expect(report.needs).toEqual([expect.stringContaining("1 payment waits for a decision")])
    expect([people.code, told.code]).toEqual([1, 1])
  })

  it("bitcoin:wallet reads a public key for the newest test network, and refuses a private one without repeating it", async () => {
    const read = await run("wallet", DESCRIPTOR, "--network", "testnet4")
    expect([read.code, read.out]).toEqual([
      0,
      expect.stringContaining("BITCOIN_NETWORK=testnet4\n") as unknown,
    ])
    const secret = "abandon ".repeat(11).concat("about")
    const { code, says } = await run("wallet", secret)
    expect([code, says]).toEqual([2, expect.stringContaining("That can spend coins") as unknown])
    expect(says).not.toContain("abandon")
  })

  it("bitcoin:export lists every address in order, with its money", async () => {
    const { id, address } = await shop.placeOne()
    const txid = await network.pay(address, 12_500n)
    await network.mine()
    await shop.untilPaid(id)
    const { code, out } = await run("export")
    expect(code).toBe(0)
    const lines = out.trimEnd().split("\r\n")
    const indexes = lines.slice(1).map((line) => Number(line.split(",")[2]))
    expect(indexes).toEqual(indexes.map((_, index) => index))
    expect(lines.find((line) => line.includes(address))).toMatch(
      new RegExp(`,${id},5\\.00,12500,12500,confirmed,${txid},40000,fixed,`),
    )
  })

  it("money on an address from before its order is mailed to staff, in the inbox, and counted by bitcoin:status", async () => {
    const { id, address } = await shop.placeOne()
    await shop.ask("update bitcoin_invoice set opened_at_height = 1000000 where order_id = $1", [id])
    // Seen before its block, it would be money that came after the order.
    await stopPolling(id)
    await network.pay(address, 12_500n)
    await network.mine()
    await shop.makePollDue(id)
    await eventually(
      () => mailsOf(id, "payment-case"),
      (mails) => mails.length === 1,
    )
    expect((await shop.read(id)).bitcoin).toMatchObject({ state: "awaiting_payment", receivedSats: "0" })
    const { overview } = await shop.staff.get(inboxSchema, "/admin/payment-review/overview")
    expect(overview.inbox.find(({ kind }) => kind === "sent_before_order")?.why).toContain(
      "find out whose it is",
    )
    const { code, out } = await run("status")
    expect([code, out]).toEqual([
      1,
      expect.stringContaining("1 × money was sent to an address before its order"),
    ])
  })

  it("bitcoin:rescan finds money at an old address that is no longer polled", async () => {
    const { id, address } = await shop.placeOne()
    await shop.ask(
      `update bitcoin_invoice set state = 'expired', closed_how = 'expired', closed_at = now(), expires_at = now() - interval '60 days',
         version = version + 1 where order_id = $1`,
      [id],
    )
    await stopPolling(id)
    await network.pay(address, 12_500n)
    await network.mine()
    await shop.afterPolls(3)
    expect((await shop.read(id)).bitcoin?.state).toBe("expired")
    const { code, out } = await run("rescan")
    expect(code).toBe(0)
    expect(out).toMatch(/\d+ addresses will be polled again.*\nThe shop is running/)
    await shop.untilState(id, "review")
  })

  it("each explains what it cannot do", async () => {
    const refused = await run("rescan", "--from-height", "3")
    expect([refused.code, refused.says]).toEqual([2, expect.stringContaining("is for a Bitcoin Core node")])
    const withNode = {
      BITCOIN_SOURCE: "core",
      BITCOIN_CORE_URL: "http://127.0.0.1:1",
      BITCOIN_CORE_USER: "shop",
    }
    const rescanFrom = async (height: string) =>
      runWith({ ...withNode, BITCOIN_CORE_PASSWORD: "x" }, "rescan", "--from-height", height)
    expect(await rescanFrom("99999999")).toMatchObject({
      code: 2,
      says: expect.stringMatching(
        /^The newest block is \d+: --from-height needs that one or an earlier/,
      ) as unknown,
    })
    expect(await rescanFrom("-5")).toMatchObject({
      code: 2,
      says: expect.stringMatching(/^--from-height needs the height of a block/) as unknown,
    })
    expect(await shop.ask("select 1 from bitcoin_wallet where rescan_from is not null")).toEqual([])
    expect(await run("export", "--to", "x")).toMatchObject({ code: 2 })
  })
})

it("tells Prometheus what the shop's tables and the machine tell", async () => {
  const values = await metrics.scrape()
  expect(values.get("shop_watcher_leader")).toBe(1)
  expect(values.get("shop_watcher_last_poll_age_seconds")).toBeLessThan(60)
  expect(values.get("shop_watcher_failing_seconds")).toBe(0)
  expect(values.get("shop_chain_tip_height")).toBeGreaterThan(100)
  expect(values.get("shop_bitcoin_open_cases")).toBeGreaterThan(0)
  expect(values.get(`shop_bitcoin_invoices{state="captured"}`)).toBeGreaterThan(0)
  expect(values.get(`shop_bitcoin_invoices{state="seen"}`)).toBeDefined()
  expect(values.get(`shop_order_requests_total{result="placed"}`)).toBeGreaterThan(0)
  // The test's mail server is a closed port.
  expect(values.get(`shop_mail_attempts_total{result="failed"}`)).toBeGreaterThan(0)
  expect(values.get(`shop_outbox_messages{topic="mail"}`)).toBeGreaterThan(0)
  expect(values.get(`shop_outbox_messages{topic="order-shipped"}`)).toBe(0)
  expect(values.get("shop_oversold_items")).toBe(0)
  expect(values.get("shop_disk_free_ratio")).toBeGreaterThan(0)
  expect(values.get("shop_last_backup_timestamp_seconds")).toBe(0)
  const probes = ["backup", "disk", "invoices", "outbox", "stock", "watcher"]
  for (const probe of probes) expect(values.get(`shop_probe_success{probe="${probe}"}`), probe).toBe(1)
  expect([...values].filter(([, value]) => Number.isNaN(value))).toEqual([])
})

it("reports a table that cannot be read as a metric with its last values gone, until it can be read again", async () => {
  await shop.ask("alter table inventory_level rename column stocked_quantity to away")
  try {
    const failing = await eventually(
      metrics.scrape,
      (values) => values.get(`shop_probe_success{probe="stock"}`) === 0,
    )
    expect(failing.has("shop_oversold_items")).toBe(false)
    expect(failing.get(`shop_probe_success{probe="outbox"}`)).toBe(1)
  } finally {
    await shop.ask("alter table inventory_level rename column away to stocked_quantity")
  }
  await eventually(metrics.scrape, (values) => values.get("shop_oversold_items") === 0)
})
