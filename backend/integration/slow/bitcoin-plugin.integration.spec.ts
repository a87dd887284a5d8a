import { spawn } from "node:child_process"
import { once } from "node:events"
import path from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { z } from "zod"
import { TEST_DESCRIPTOR } from "../../src/modules/bitcoin-payment/src/adapters/testing/test-descriptor"
import { makeBareApplication, type BareApplication } from "../harness/bare-application"
import { buyInBitcoin, completeInBitcoin } from "../harness/bare-checkout.mjs"
import { runMedusa, startMedusa, type Backend } from "../harness/medusa"
import { askDatabase, databaseUrl } from "../harness/postgres"
import { eventually, startRegtest, type Regtest } from "../harness/regtest"
import { JWT_SECRET, type Settings } from "../harness/settings"
import { HS256, tokenOf } from "../harness/unauthenticated-clients"

const DATABASE = "bare_application"

const paymentAnswer = z.object({
  bitcoin_payment: z.object({
    address: z.string(),
    amountSats: z.string(),
    state: z.string(),
    reasons: z.array(z.string()),
    uri: z.string().nullable(),
    requiredConfirmations: z.number(),
  }),
})
const reviewAnswer = z.object({
  payments: z.array(
    z.object({
      ...{ id: z.string(), state: z.string(), actions: z.array(z.string()), reasons: z.array(z.string()) },
      ...{ currency: z.string(), price: z.string(), received: z.string() },
    }),
  ),
})
const overviewAnswer = z.object({
  cases: z.array(
    z.object({
      order_id: z.string(),
      display_id: z.number(),
      since: z.iso.datetime(),
      reasons: z.array(z.string()),
    }),
  ),
  has_more: z.boolean(),
  watcher: z.object({ ok: z.boolean(), last_poll_at: z.iso.datetime(), failure: z.null() }),
})
const orderAnswer = z.object({ order: z.object({ status: z.string(), payment_status: z.string() }) })

let application: BareApplication
let network: Regtest
let settings: Settings
let backend: Backend
let key: string
let staff: Record<string, string>

beforeAll(async () => {
  const server = inject("postgresUrl")
  await askDatabase(server, `drop database if exists ${DATABASE} with (force)`)
  await askDatabase(server, `create database ${DATABASE}`)
  ;[application, network] = await Promise.all([makeBareApplication(), startRegtest()])
  settings = {
    NODE_ENV: "development",
    DATABASE_URL: databaseUrl(server, DATABASE),
    DISABLE_MEDUSA_ADMIN: "true",
    JWT_SECRET,
    COOKIE_SECRET: "only-for-tests",
    BITCOIN_DESCRIPTOR: TEST_DESCRIPTOR,
    BITCOIN_ESPLORA_URL: network.url,
  }
  await runMedusa(["db:migrate"], settings, "bare-migrate", application.folder)
  await runMedusa(["exec", "./src/scripts/seed.ts"], settings, "bare-seed", application.folder)
  const [row] = await ask<{ token: string }>("select token from api_key where title = 'Web'")
  key = row?.token ?? ""
  await ask("insert into \"user\" (id, email) values ('user_1', 'staff@example.com')")
  const claims = {
    actor_id: "user_1",
    actor_type: "user",
    auth_identity_id: "authid_1",
    app_metadata: { user_id: "user_1" },
  }
  staff = { authorization: `Bearer ${tokenOf(claims, HS256, JWT_SECRET)}` }
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

const send = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(`${backend.url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", "x-publishable-api-key": key, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

async function call<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) {
  const response = await send(path, body, headers)
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${String(response.status)}: ${text}`)
  return schema.parse(JSON.parse(text))
}

const buy = (currency: string, provider?: string) => buyInBitcoin(call, currency, provider)

/** Runs a command of the plugin in the application's folder. */
async function command(
  args: readonly string[],
  env: Settings = settings,
): Promise<{ code: number; text: string }> {
  const bin = path.join(application.folder, "node_modules/medusa-payment-bitcoin/.medusa/server/src/cli.js")
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: application.folder,
    env: { ...process.env, ...env },
  })
  const [words] = await Promise.all([text(child.stdout), once(child, "exit")])
  return { code: child.exitCode ?? -1, text: words }
}

const paymentOf = async (orderId: string) =>
  (await call(paymentAnswer, `/store/orders/${orderId}/bitcoin-payment`)).bitcoin_payment

/** What Medusa entered for the order. It follows the capture, whose status is seen first. */
const transactionsOf = (orderId: string) =>
  ask<{ amount: string; currency_code: string }>(
    "select amount::text, currency_code from order_transaction where order_id = $1 and deleted_at is null order by created_at",
    [orderId],
  )

describe("a bare Medusa application with the packed plugin", () => {
  it.each([
    // £12.34 at £40,000 and ¥2,400 at ¥8,000,000 for a bitcoin.
    ["gbp", "30850"],
    ["jpy", "30000"],
  ])("takes a payment of an order in %s through Medusa's own checkout", async (currency, sats) => {
    const orderId = await buy(currency)
    const payment = await paymentOf(orderId)
    expect(payment).toMatchObject({ amountSats: sats, state: "awaiting_payment" })
    expect((await paymentOf(orderId)).address).toBe(payment.address)

    const txid = await network.pay(payment.address, BigInt(sats))
    await eventually(
      () => paymentOf(orderId),
      ({ state }) => state === "seen",
    )
    await network.mine()
    await eventually(
      () => call(orderAnswer, `/store/orders/${orderId}`),
      ({ order }) => order.payment_status === "captured",
    )
    const transactions = await eventually(
      () => transactionsOf(orderId),
      ({ length }) => length > 0,
    )
    expect(transactions).toEqual([{ amount: currency === "gbp" ? "12.34" : "2400", currency_code: currency }])
    const [kept] = await ask<{ data: unknown }>(
      "select p.data from payment p join bitcoin_invoice i on i.session_id = p.payment_session_id where i.order_id = $1",
      [orderId],
    )
    const rate = currency === "gbp" ? "40000" : "8000000"
    expect(kept?.data).toMatchObject({
      bitcoin_estimate: { amountSats: sats, rate },
      bitcoin: {
        address: payment.address,
        ...{ currency: currency.toUpperCase(), rate, amountSats: sats, receivedSats: sats },
        txids: [txid],
      },
    })
  })

  it("quotes by the terms of the provider that the buyer chose", async () => {
    expect(await paymentOf(await buy("gbp"))).toMatchObject({ requiredConfirmations: 1 })
    const orderId = await buy("gbp", "pp_bitcoin_strict")
    const { address, requiredConfirmations } = await paymentOf(orderId)
    expect(requiredConfirmations).toBe(3)
    await network.pay(address, 30_850n)
    await network.mine(2)
    await eventually(
      () => paymentOf(orderId),
      ({ state }) => state === "confirming",
    )
    await network.mine()
    await eventually(
      () => call(orderAnswer, `/store/orders/${orderId}`),
      ({ order }) => order.payment_status === "captured",
    )
  })

  it("keeps a captured order, and opens a case, when a reorganisation removes its payment", async () => {
    const orderId = await buy("gbp")
    const { address } = await paymentOf(orderId)
    await network.pay(address, 30_850n)
    await network.mine()
    await eventually(
      () => paymentOf(orderId),
      ({ state, uri }) => state === "confirmed" && uri === null,
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
    expect((await paymentOf(orderId)).reasons).toContain("undone_after_capture")
    const { cases: open, ...rest } = await call(
      overviewAnswer,
      "/admin/bitcoin-payments/overview",
      undefined,
      staff,
    )
    expect(open.map(({ order_id, reasons }) => [order_id, reasons])).toEqual([
      [orderId, expect.arrayContaining(["undone_after_capture"])],
    ])
    expect(rest).toMatchObject({ has_more: false, watcher: { ok: true } })
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

  it("lets staff decide about a payment that came short", async () => {
    const orderId = await buy("gbp")
    const { address } = await paymentOf(orderId)
    await network.pay(address, 30_000n)
    await network.mine()
    const { payments } = await eventually(
      () => call(reviewAnswer, `/admin/orders/${orderId}/payments`, undefined, staff),
      ({ payments: [payment] }) => payment?.actions.includes("accept") === true,
    )
    expect(payments).toMatchObject([
      { state: "underpaid", currency: "GBP", price: "12.34", received: "12.00" },
    ])
    const actions = `/admin/payments/${payments[0]?.id ?? ""}/actions`
    const accept = { action: "accept", idempotency_key: "accept-short", reason: "A regular." }
    expect((await send(actions, accept)).status).toBe(401)
    const unreadable = await send(actions, { action: "accept" }, staff)
    expect([unreadable.status, await unreadable.json()]).toMatchObject([400, { code: "invalid_body" }])
    await call(z.object({ success: z.literal(true) }), actions, accept, staff)
    await eventually(
      () => call(orderAnswer, `/store/orders/${orderId}`),
      ({ order }) => order.payment_status === "captured",
    )
    const captured = await eventually(
      () => transactionsOf(orderId),
      ({ length }) => length > 0,
    )
    expect(captured).toMatchObject([{ amount: "12" }])
    const refused = await send(actions, { ...accept, idempotency_key: "accept-again" }, staff)
    expect(await refused.json()).toMatchObject({
      code: "paid",
      message: "This payment is accepted already.",
    })
  })

  it("asks staff about money beyond the price, and about no more once they keep it", async () => {
    const orderId = await buy("jpy")
    const { address } = await paymentOf(orderId)
    await network.pay(address, 60_000n)
    await network.mine()
    const overview = () => call(overviewAnswer, "/admin/bitcoin-payments/overview", undefined, staff)
    const caseOf = (answer: z.output<typeof overviewAnswer>) =>
      answer.cases.find(({ order_id }) => order_id === orderId)
    const asked = await eventually(overview, (answer) => caseOf(answer) !== undefined)
    expect(caseOf(asked)?.reasons).toEqual(["overpaid"])
    const { payments } = await call(reviewAnswer, `/admin/orders/${orderId}/payments`, undefined, staff)
    const keep = { action: "keep_surplus", idempotency_key: "keep-surplus", reason: "The buyer agreed." }
    await call(z.unknown(), `/admin/payments/${payments[0]?.id ?? ""}/actions`, keep, staff)
    expect(caseOf(await overview())).toBeUndefined()
  })

  /** Paid in full, and entered in Medusa's books. */
  async function paid(): Promise<string> {
    const orderId = await buy("gbp")
    await network.pay((await paymentOf(orderId)).address, 30_850n)
    await network.mine()
    await eventually(
      () => transactionsOf(orderId),
      ({ length }) => length > 0,
    )
    return orderId
  }

  async function recordRefund(orderId: string, key: string, txid: string): Promise<void> {
    const { payments } = await call(reviewAnswer, `/admin/orders/${orderId}/payments`, undefined, staff)
    const bitcoin = { sats: "30850", address: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", txid }
    const refund = { amount: 12.34, bitcoin }
    const action = { action: "record_refund", idempotency_key: key, refund }
    await call(z.unknown(), `/admin/payments/${payments[0]?.id ?? ""}/actions`, action, staff)
  }

  it("settles a cancellation whose event was lost: the money is a case, and the refunds of other providers stay", async () => {
    const orderId = await paid()
    await ask("create sequence refusals")
    await ask(
      "create function refuse_closing() returns trigger language plpgsql as $$ begin perform nextval('refusals'); raise exception 'refused'; end $$",
    )
    await ask(
      `create trigger refuse_closing before update on bitcoin_invoice for each row
        when (new.closed_at is not null and old.closed_at is null) execute function refuse_closing()`,
    )
    await call(z.unknown(), `/admin/orders/${orderId}/cancel`, {}, staff)
    // Medusa handles its event once.
    await eventually(
      () => ask<{ count: number }>("select last_value::int as count from refusals"),
      ([refusals]) => (refusals?.count ?? 0) >= 2,
    )
    await ask(
      `with other as (insert into payment (id, amount, raw_amount, currency_code, provider_id, payment_collection_id, payment_session_id)
          select p.id || name, 1, '{"value": "1"}', 'gbp', name, p.payment_collection_id, p.payment_session_id || name
            from payment p join bitcoin_invoice i on i.session_id = p.payment_session_id,
                 unnest(array['pp_bitcoinpay_main', 'pp_bitcoin-cash_x']) as name
           where i.order_id = $1 returning id)
       insert into order_transaction (id, order_id, version, amount, raw_amount, currency_code, reference, reference_id)
       select 'ordtrx_' || id, $1, 1, -1, '{"value": "-1"}', 'gbp', 'refund', id from other`,
      [orderId],
    )
    expect((await transactionsOf(orderId)).map(({ amount }) => amount)).toEqual([
      "12.34",
      "-12.34",
      "-1",
      "-1",
    ])
    await ask("drop trigger refuse_closing on bitcoin_invoice")
    await eventually(
      () => transactionsOf(orderId),
      ({ length }) => length < 4,
    )
    expect((await transactionsOf(orderId)).map(({ amount }) => amount)).toEqual(["12.34", "-1", "-1"])
    const { cases } = await call(overviewAnswer, "/admin/bitcoin-payments/overview", undefined, staff)
    expect(cases.find(({ order_id }) => order_id === orderId)?.reasons).toContain("refund_due")
  })

  it("enters a refund once when staff record it and cancel the order before it is in Medusa", async () => {
    const orderId = await paid()
    await ask(
      `create function refuse_recorded() returns trigger language plpgsql as $$ begin raise exception 'the books are closed'; end $$`,
    )
    await ask(
      `create trigger refuse_recorded before insert on refund for each row
        when (new.metadata is not null) execute function refuse_recorded()`,
    )
    await recordRefund(orderId, "refund-then-cancel", "ac".repeat(32))
    await call(z.unknown(), `/admin/orders/${orderId}/cancel`, {}, staff)
    await eventually(
      () => ask("select 1 from bitcoin_invoice where order_id = $1 and closed_at is not null", [orderId]),
      ({ length }) => length > 0,
    )
    await ask("drop trigger refuse_recorded on refund")
    const unfinished = async () => {
      await ask("update medusa_payments_outbox set next_attempt_at = now() where finished_at is null")
      return ask(
        "select 1 from medusa_payments_outbox where payload ->> 'orderId' = $1 and finished_at is null",
        [orderId],
      )
    }
    await eventually(unfinished, ({ length }) => length === 0)
    const refunds = await ask(
      `select r.amount::text, r.metadata ? 'bitcoin_refund' as noted, r.id = b.medusa_refund_id as linked
         from bitcoin_refund b join bitcoin_invoice i on i.id = b.invoice_id
         join payment p on p.payment_session_id = i.session_id
         join refund r on r.payment_id = p.id and r.deleted_at is null where i.order_id = $1`,
      [orderId],
    )
    expect(refunds).toEqual([{ amount: "12.34", noted: true, linked: true }])
    expect((await transactionsOf(orderId)).map(({ amount }) => amount)).toEqual(["12.34", "-12.34"])
    const { order } = await call(orderAnswer, `/store/orders/${orderId}`)
    expect(order).toMatchObject({ status: "canceled", payment_status: "refunded" })
  })

  it("reads as paid when staff cancel the order after its capture, and as refunded once staff have returned the money", async () => {
    const orderId = await paid()
    const orderWhen = (status: string) =>
      eventually(
        () => call(orderAnswer, `/store/orders/${orderId}`),
        ({ order }) => order.payment_status === status,
      )
    await orderWhen("captured")
    await call(z.unknown(), `/admin/orders/${orderId}/cancel`, {}, staff)
    expect((await orderWhen("captured")).order.status).toBe("canceled")
    await eventually(
      () => transactionsOf(orderId),
      (transactions) => transactions.map(({ amount }) => amount).join() === "12.34",
    )
    const { cases } = await call(overviewAnswer, "/admin/bitcoin-payments/overview", undefined, staff)
    expect(cases.find(({ order_id }) => order_id === orderId)?.reasons).toContain("refund_due")
    await recordRefund(orderId, "refund-cancelled", "ab".repeat(32))
    expect((await orderWhen("refunded")).order.status).toBe("canceled")
    expect(await transactionsOf(orderId)).toMatchObject([{ amount: "12.34" }, { amount: "-12.34" }])
  })

  it("shows staff a payment that Medusa keeps refusing to capture, and no longer once it is captured", async () => {
    const orderId = await buy("gbp")
    const { address } = await paymentOf(orderId)
    await ask(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the books are closed'; end $$`,
    )
    await ask("create trigger refuse before insert on capture for each row execute function refuse()")
    await network.pay(address, 30_850n)
    await network.mine()
    const openCase = async () => {
      // Its attempts are further and further apart.
      await ask(
        "update medusa_payments_outbox set next_attempt_at = now() where finished_at is null and attempts > 0",
      )
      const { cases } = await call(overviewAnswer, "/admin/bitcoin-payments/overview", undefined, staff)
      return cases.find(({ order_id }) => order_id === orderId)
    }
    expect((await eventually(openCase, (found) => found !== undefined))?.reasons).toEqual(["failing"])
    await ask("drop trigger refuse on capture")
    await eventually(openCase, (found) => found === undefined)
    expect((await call(orderAnswer, `/store/orders/${orderId}`)).order.payment_status).toBe("captured")
  })

  describe("an order that staff cancel, and that is paid all the same", () => {
    const stock = { item: "", near: "", far: "" }
    const keep = async (near: number, far: number) => {
      for (const [location, stocked_quantity] of [
        [stock.near, near],
        [stock.far, far],
      ] as const)
        await admin(`/admin/inventory-items/${stock.item}/location-levels/${location}`, { stocked_quantity })
    }
    const admin = (path: string, body: unknown) => call(z.unknown(), path, body, staff)
    const idOf = async (path: string, body: unknown, name: string) => {
      const made = await call(z.record(z.string(), z.unknown()), path, body, staff)
      return z.object({ id: z.string() }).parse(made[name]).id
    }

    /** The download becomes a kit of two books, which are kept in two places. */
    beforeAll(async () => {
      const [sold] = await ask<{ variant: string; product: string; channel: string }>(
        `select v.id as variant, v.product_id as product, c.id as channel from product_variant v, sales_channel c where c.name = 'Web'`,
      )
      stock.item = await idOf(
        "/admin/inventory-items",
        { sku: "BOOK", requires_shipping: false },
        "inventory_item",
      )
      for (const place of ["near", "far"] as const) {
        stock[place] = await idOf("/admin/stock-locations", { name: place }, "stock_location")
        await admin(`/admin/stock-locations/${stock[place]}/sales-channels`, { add: [sold?.channel] })
        await admin(`/admin/inventory-items/${stock.item}/location-levels`, {
          location_id: stock[place],
          stocked_quantity: 0,
        })
      }
      const variant = `/admin/products/${sold?.product ?? ""}/variants/${sold?.variant ?? ""}`
      await admin(`${variant}/inventory-items`, { inventory_item_id: stock.item, required_quantity: 2 })
      await admin(variant, { manage_inventory: true })
    })
    afterAll(() => ask("update product_variant set manage_inventory = false"))

    const reserved = () =>
      ask<{ place: string; quantity: number }>(
        `select l.name as place, v.reserved_quantity::int as quantity
          from inventory_level v join stock_location l on l.id = v.location_id where v.reserved_quantity > 0`,
      )
    const paymentsOf = async (orderId: string) =>
      (await call(reviewAnswer, `/admin/orders/${orderId}/payments`, undefined, staff)).payments

    /** Paid after the cancellation, from the stock of the far place. @returns the call of its actions as well */
    async function paidAfterCancellation(): Promise<{ orderId: string; actions: string }> {
      await keep(1, 2)
      const orderId = await buy("gbp")
      expect(await reserved()).toEqual([{ place: "far", quantity: 2 }])
      const { address } = await paymentOf(orderId)
      await admin(`/admin/orders/${orderId}/cancel`, {})
      await eventually(
        () => paymentOf(orderId),
        ({ state }) => state === "cancelled",
      )
      expect(await reserved()).toEqual([])
      await network.pay(address, 30_850n)
      await network.mine()
      const [payment] = await eventually(
        async () => {
          // The address of an ended payment is polled rarely.
          await ask("update bitcoin_invoice set next_poll_at = now() where order_id = $1", [orderId])
          return paymentsOf(orderId)
        },
        ([found]) => found?.actions.includes("accept") === true,
      )
      expect(payment).toMatchObject({ state: "review", reasons: ["order_cancelled"] })
      return { orderId, actions: `/admin/payments/${payment?.id ?? ""}/actions` }
    }

    it("is reopened when they accept the payment, with stock from where it is now, and captured once", async () => {
      const { orderId, actions } = await paidAfterCancellation()
      await keep(2, 1)
      const accept = { action: "accept", idempotency_key: "accept-cancelled" }
      await Promise.all([1, 2, 3].map(() => admin(actions, accept)))
      expect(await reserved()).toEqual([{ place: "near", quantity: 2 }])
      expect((await call(orderAnswer, `/store/orders/${orderId}`)).order).toEqual({
        status: "pending",
        payment_status: "captured",
      })
      expect(await transactionsOf(orderId)).toMatchObject([{ amount: "12.34" }])
      await ask('update inventory_level set reserved_quantity = 0, raw_reserved_quantity = \'{"value":"0"}\'')
    })

    it("stays cancelled when its stock is gone, and staff are told which, unless it may be ordered without stock", async () => {
      const { orderId, actions } = await paidAfterCancellation()
      await keep(1, 1)
      const accept = { action: "accept", idempotency_key: "accept-without-stock" }
      const refused = await send(actions, accept, staff)
      expect([refused.status, await refused.json()]).toEqual([
        400,
        {
          type: "not_allowed",
          code: "out_of_stock",
          message:
            "The stock is gone: A book to download (ordered 1, 0 left). Add stock if there is more, or refund the payment.",
          missing: [{ title: "A book to download", ordered: 1, left: 0 }],
        },
      ])
      expect((await call(orderAnswer, `/store/orders/${orderId}`)).order.status).toBe("canceled")
      expect(await paymentsOf(orderId)).toMatchObject([{ state: "review" }])
      expect(await reserved()).toEqual([])
      await ask("update product_variant set allow_backorder = true")
      try {
        await admin(actions, accept)
        expect((await call(orderAnswer, `/store/orders/${orderId}`)).order.payment_status).toBe("captured")
      } finally {
        await ask("update product_variant set allow_backorder = false")
        await ask(
          'update inventory_level set reserved_quantity = 0, raw_reserved_quantity = \'{"value":"0"}\'',
        )
      }
    })

    it("stays cancelled, without stock, when the server dies before their decision is stored", async () => {
      const { orderId, actions } = await paidAfterCancellation()
      await ask(
        "create function wait_for_kill() returns trigger language plpgsql as $$ begin perform pg_sleep(30); return new; end $$",
      )
      await ask(
        "create trigger wait_for_kill before insert on bitcoin_audit_entry for each row execute function wait_for_kill()",
      )
      const accept = { action: "accept", idempotency_key: "accept-before-the-end" }
      const lost = expect(send(actions, accept, staff)).rejects.toThrow()
      await eventually(
        () =>
          ask("select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'"),
        ({ length }) => length > 0,
      )
      await backend.kill()
      await lost
      const half = await ask(`select status from "order" where id = $1`, [orderId])
      expect([half, await reserved()]).toEqual([[{ status: "pending" }], [{ place: "far", quantity: 2 }]])
      await ask(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      )
      await ask("drop trigger wait_for_kill on bitcoin_audit_entry")
      backend = await startMedusa(settings, "bare-store-again", undefined, application.folder)
      await eventually(
        () => ask("select 1 from bitcoin_reinstatement"),
        ({ length }) => length === 0,
      )
      expect((await call(orderAnswer, `/store/orders/${orderId}`)).order.status).toBe("canceled")
      expect(await reserved()).toEqual([])
      await admin(actions, accept)
      expect((await call(orderAnswer, `/store/orders/${orderId}`)).order.payment_status).toBe("captured")
      expect(await reserved()).toEqual([{ place: "far", quantity: 2 }])
    })
  })

  it("answers what it refuses to buyers with a code", async () => {
    const orderId = await buy("gbp")
    await paymentOf(orderId)
    const early = await send(`/store/orders/${orderId}/bitcoin-payment/renew`, {})
    expect([early.status, await early.json()]).toMatchObject([400, { code: "still_valid" }])
    const unknown = await send("/store/orders/order_unknown/bitcoin-payment")
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: "no_invoice" }])
  })

  it("has a doctor that checks options, sources and rates, and names all faults at once", async () => {
    const healthy = await command(["doctor"])
    expect(healthy).toMatchObject({ code: 0 })
    expect(healthy.text).toContain(`✔ ${network.url} answers`)
    expect(healthy.text).toContain("✔ One bitcoin costs 40000 GBP (fixed).")
    expect(healthy.text).toContain("✔ The database has the plugin's tables.")
    await ask("delete from mikro_orm_migrations where name = 'Migration20261127052600'")
    try {
      const behind = await command(["doctor"])
      expect(behind.code).toBe(1)
      expect(behind.text).toContain("✖ The database lacks 1 of the plugin's migrations")
    } finally {
      await ask("insert into mikro_orm_migrations (name) values ('Migration20261127052600')")
    }
    await ask("alter table mikro_orm_migrations rename to kept_migrations")
    try {
      const empty = await command(["doctor"])
      expect(empty.code).toBe(1)
      expect(empty.text).toContain("✖ The database lacks Medusa's tables: run `npx medusa db:migrate`.")
    } finally {
      await ask("alter table kept_migrations rename to mikro_orm_migrations")
    }
    const away = await command(["doctor"], { ...settings, DATABASE_URL: "postgres://127.0.0.1:1/shop" })
    expect(away.code).toBe(1)
    expect(away.text).toContain("✖ The database cannot be examined")
    const ill = await command(["doctor"], {
      ...settings,
      BITCOIN_DESCRIPTOR: "",
      BITCOIN_ESPLORA_URL: "nowhere",
    })
    expect(ill.code).toBe(1)
    expect(ill.text).toContain("→ at descriptor")
    expect(ill.text).toContain("→ at source[0].url")
  })

  it("places no order that cannot be paid: without a rate for its currency, or below what the network carries", async () => {
    const change = async (from: string, to: string) => {
      await ask("update region set currency_code = $2 where currency_code = $1", [from, to])
      await ask("update price set currency_code = $2 where currency_code = $1", [from, to])
    }
    const price = (amount: string) =>
      ask(
        "update price set amount = ($1::text)::numeric, raw_amount = jsonb_build_object('value', $1::text) where currency_code = 'gbp'",
        [amount],
      )
    const orders = async () => (await ask<{ count: number }>('select count(*)::int as count from "order"'))[0]
    const before = await orders()
    await change("jpy", "chf")
    try {
      expect(await completeInBitcoin(call, "chf")).toMatchObject({
        type: "cart",
        error: { message: "Prices in CHF cannot be paid with Bitcoin here. Please pay another way." },
      })
      const doctor = await command(["doctor"])
      expect(doctor.code).toBe(1)
      expect(doctor.text).toContain("A region offers Bitcoin in this currency.")
    } finally {
      await change("chf", "jpy")
    }
    await price("0.11")
    try {
      expect(await completeInBitcoin(call, "gbp")).toMatchObject({
        type: "cart",
        error: {
          message:
            "This amount is too small for a Bitcoin payment: the network does not carry it. Please pay another way.",
        },
      })
    } finally {
      await price("12.34")
    }
    expect(await orders()).toEqual(before)
  })

  it("tells staff how many addresses lie unpaid, and ends the run by a payment of their own", async () => {
    const wallet = "/admin/bitcoin-payments/wallet"
    const walletAnswer = z.object({
      wallet: z.object({
        unpaid_in_a_row: z.number(),
        gap_limit: z.number().nullable(),
        gap_limit_set: z.object({ by: z.string() }).nullable(),
        own_address: z.object({ address: z.string(), seen_at: z.string().nullable() }).nullable(),
      }),
    })
    await paymentOf(await buy("gbp"))
    const before = await call(walletAnswer, wallet, undefined, staff)
    expect(before.wallet.unpaid_in_a_row).toBeGreaterThan(0)
    const set = await call(walletAnswer, wallet, { action: "set_gap_limit", gap_limit: 100 }, staff)
    expect(set.wallet).toMatchObject({ gap_limit: 100, gap_limit_set: { by: "staff@example.com" } })
    const own = () => call(walletAnswer, wallet, { action: "own_payment" }, staff)
    const asked = await own()
    const address = asked.wallet.own_address?.address ?? ""
    expect((await own()).wallet.own_address).toEqual({ address, seen_at: null })
    await network.pay(address, 1000n)
    const after = await eventually(own, ({ wallet: { own_address } }) => own_address?.seen_at !== null)
    expect(after.wallet).toMatchObject({ unpaid_in_a_row: 0, own_address: { address } })
    const refused = await send(wallet, { action: "own_payment" }, staff)
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: "no_run" }])
  })

  it("has a command that reads a wallet's public key", async () => {
    const key = /tpub\w+/.exec(TEST_DESCRIPTOR)?.[0] ?? ""
    const read = await command(["wallet", key, "--script", "wpkh", "--network", "regtest"])
    expect(read.code).toBe(0)
    expect(read.text).toContain(`descriptor: "${TEST_DESCRIPTOR}"`)
  })

  it("has commands that pay an order from the sandbox's wallet, and mine", async () => {
    const orderId = await buy("jpy")
    const { address } = await paymentOf(orderId)
    const part = await command(["pay", orderId, "0.0001"])
    expect(part).toMatchObject({ code: 0 })
    expect(part.text).toContain("0.00020000 BTC are still due.")
    const rest = await command(["pay", orderId])
    expect(rest.text).toContain(`Paid 0.00020000 BTC (20000 satoshis)`)
    expect(rest.text).toContain(address)
    expect((await command(["mine"])).text).toContain("Mined one block.")
    await eventually(
      () => call(orderAnswer, `/store/orders/${orderId}`),
      ({ order }) => order.payment_status === "captured",
    )
    expect((await command(["pay", orderId])).code).toBe(1)
    expect((await command(["pay", "order_unknown"])).code).toBe(1)
  })

  it("is as it was when the plugin is removed, and keeps the plugin's tables with the books", async () => {
    const tables = () =>
      ask<{ name: string }>(
        "select table_name as name from information_schema.tables where table_name ~ '^(bitcoin|medusa_payments)_' order by 1",
      )
    const before = await tables()
    expect(before.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "bitcoin_audit_entry",
        "bitcoin_invoice",
        "bitcoin_refund",
        "medusa_payments_outbox",
      ]),
    )
    await backend.stop()
    await application.removePlugin()
    backend = await startMedusa(settings, "bare-store-without", undefined, application.folder)
    await call(z.object({ count: z.literal(1) }), "/store/products")
    expect(await tables()).toEqual(before)
  })
})
