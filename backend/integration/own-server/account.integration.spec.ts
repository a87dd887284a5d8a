import { randomUUID } from "node:crypto"
import { mkdir, readFile, utimes, writeFile } from "node:fs/promises"
import path from "node:path"
import {
  accountSchema,
  contactReceiptSchema,
  claimedOrdersSchema,
  followedOrderSchema,
  orderHistorySchema,
  placedOrderSchema,
  type PlaceOrderBody,
  type PlacedOrder,
} from "@shop/contracts"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { z } from "zod"
import { call, refused, send } from "../harness/call"
import { checkoutOf, fillCart, order as placeOrder } from "../harness/checkout"
import { makeProduct, type MadeProduct } from "../harness/fixtures"
import { startGoogle, randomPerson, type Google } from "../harness/google"
import { openMailbox, type Mailbox } from "../harness/mailbox"
import { keyMailedTo, openWith } from "../harness/order-links"
import { startOwnBackend } from "../harness/own-backend"
import { capture, deliver, dispatch } from "../harness/parcel"
import { askDatabase } from "../harness/postgres"
import { applyCode, campaign, makePromotion } from "../harness/promotions"
import { runJob } from "../harness/run-job"
import { signInShopper, type Shopper } from "../harness/shopper"
import { signInStaff, type Staff } from "../harness/staff"
import { filesWith, tracesOf } from "../harness/traces"

let google: Google
let mailbox: Mailbox
let backend: Awaited<ReturnType<typeof startOwnBackend>>
let backendUrl: string
let staff: Staff
let product: MadeProduct
beforeAll(async () => {
  google = await startGoogle()
  mailbox = await openMailbox()
  backend = await startOwnBackend("account", {
    ...google.settings,
    SMTP_URL: mailbox.url,
    BITCOIN_ESPLORA_URL: inject("quietChainUrl"),
    PUBLIC_URL: "https://shop.test",
    STORE_API: "closed",
  })
  backendUrl = backend.url
  staff = await signInStaff(backendUrl)
  product = await makeProduct(staff, { price: 5, stock: 500 })
})
afterAll(async () => {
  await backend.stop()
  await google.stop()
  await mailbox.close()
})

type Headers = Record<string, string>
const GUEST: Headers = {}

async function shopper(over: Parameters<typeof randomPerson>[0] = {}): Promise<Shopper> {
  return signInShopper(backendUrl, await google.idToken(randomPerson(over)))
}

/** Places an order for one jar as the client with these headers. */
async function order(
  headers: Headers,
  over: Partial<PlaceOrderBody> = {},
  goods: MadeProduct = product,
): Promise<PlacedOrder> {
  const cart = await fillCart(goods, 1, undefined, backendUrl)
  const body = checkoutOf(cart, 5, over)
  return call(placedOrderSchema, "/api/orders", { method: "POST", body, backendUrl, headers })
}

const read = (id: string, headers: Headers = GUEST) =>
  call(followedOrderSchema, `/api/orders/${id}`, { backendUrl, headers })
const history = (headers: Headers, query = "") =>
  call(orderHistorySchema, `/api/account/orders${query}`, { backendUrl, headers })
const account = (headers: Headers) => call(accountSchema, "/api/account", { backendUrl, headers })
const remove = (headers: Headers) => send("/api/account", { method: "DELETE", backendUrl, headers })
const ask = (sql: string, values: unknown[] = []) => askDatabase(backend.databaseUrl, sql, values)

describe("a shop on https", () => {
  it("sends no cookie over a plain connection", async () => {
    const { setCookie } = await shopper()
    expect(setCookie).toMatch(/^__Host-shop_session=[\w-]{43}; .*Path=\/;.*HttpOnly; Secure; SameSite=Lax/)
  })
})

describe("an order placed while signed in", () => {
  it("belongs to the customer, whatever e-mail address was entered, and shows them all of it", async () => {
    const ada = await shopper()
    const placed = await order(ada.headers, { email: "for-a-friend@example.com", shippingMethod: "standard" })
    const { orders } = await history(ada.headers)
    expect(orders).toMatchObject([
      {
        id: placed.id,
        number: placed.number,
        status: "awaiting_payment",
        total: "5.00",
        items: [{ name: product.name, productId: product.id, quantity: 1 }],
      },
    ])
    const { owner, delivery, timeline } = await read(placed.id, ada.headers)
    expect(owner).toEqual({
      email: "for-a-friend@example.com",
      name: "Ada Lovelace",
      address: "12 St James's Square",
      city: "London",
      postcode: "SW1Y 4JH",
      phone: "07700 900123",
      parcels: [],
      transactions: [],
      ...{ refund: null, bitcoinRefunds: [] },
      cancellation: {
        ...{ until: null, refund: "none" },
        terms: { network: "regtest", byLightning: false },
      },
      withdrawal: null,
      hasReceipt: false,
    })
    expect(delivery).toContain("Standard")
    expect(timeline.map(({ step, at }) => [step, at !== null])).toEqual([
      ["placed", true],
      ["payment_seen", false],
      ["payment_confirmed", false],
      ["dispatched", false],
      ["delivered", false],
    ])
  })

  it("belongs to them also through Medusa's checkout, and never to the owner of an address that a guest enters", async () => {
    const kit = await makeProduct(staff, { price: 5 })
    await staff.post(z.unknown(), `/admin/products/${kit.id}/variants/${kit.variantId}`, {
      allow_backorder: true,
    })
    const ada = await shopper()
    const mine = await order(ada.headers, {}, kit)
    const guests = await order(GUEST, { email: ada.user.email }, kit)
    expect((await history(ada.headers)).orders.map(({ id }) => id)).toEqual([mine.id])
    expect((await read(guests.id)).owner).toBeNull()
  })

  it("uses a code for one use per customer once: with no other address, and not again as a guest", async () => {
    const { code } = await makePromotion(staff, {
      value: 10,
      campaign: campaign({ budget: { type: "use_by_attribute", attribute: "customer_id", limit: 1 } }),
    })
    const ada = await shopper()
    const buy = async (headers: Headers, email: string) => {
      const cart = await fillCart(product, 1, undefined, backendUrl)
      await applyCode(cart, code, backendUrl)
      const body = checkoutOf(cart, 4.5, { email })
      return (await send("/api/orders", { method: "POST", body, backendUrl, headers })).status
    }
    expect(await buy(ada.headers, ada.user.email)).toBe(201)
    expect(await buy(ada.headers, randomPerson().email)).toBe(409)
    expect(await buy(GUEST, ada.user.email.replace("@", "+2@"))).toBe(409)
    expect(await buy(GUEST, randomPerson().email)).toBe(201)
  })

  it("is hidden from everyone else, by any id and at any URL", async () => {
    const ada = await shopper()
    const cart = await fillCart(product, 1, undefined, backendUrl)
    const placed = await call(placedOrderSchema, "/api/orders", {
      method: "POST",
      body: checkoutOf(cart, 5, { email: ada.user.email }),
      backendUrl,
      headers: ada.headers,
    })
    const eve = await shopper()
    const [ids] = await ask(
      `select o.shipping_address_id, l.payment_collection_id, o.customer_id from "order" o
         join order_payment_collection l on l.order_id = o.id where o.id = $1`,
      [placed.id],
    )
    const known = [placed.id, String(placed.number), cart, ...Object.values(ids ?? {}).map(String)]
    const calls: [
      method: "GET" | "POST" | "PATCH" | "DELETE",
      path: (id: string) => string,
      body?: object,
    ][] = [
      ["GET", (id) => `/api/orders/${id}`],
      ["GET", (id) => `/api/orders/${id}/events`],
      ["POST", (id) => `/api/orders/${id}/quote`],
      ["PATCH", (id) => `/api/orders/${id}/payment`, { transactionId: "tx" }],
      ["POST", (id) => `/api/orders/${id}/access`, { key: "k".repeat(43) }],
      ["GET", (id) => `/api/account/orders?cursor=${id}`],
      ["GET", (id) => `/api/cart/${id}`],
      ["GET", (id) => `/store/orders/${id}`],
      ["GET", (id) => `/store/orders?id=${id}`],
      ["POST", (id) => `/store/orders/${id}/transfer/request`, {}],
      ["GET", (id) => `/store/carts/${id}`],
      ["POST", (id) => `/store/carts/${id}/complete`, {}],
      ["GET", (id) => `/store/customers/me/addresses/${id}`],
      ["POST", (id) => `/store/payment-collections/${id}/payment-sessions`, {}],
      ["GET", (id) => `/store/shipping-options?cart_id=${id}`],
      ["GET", (id) => `/store/returns/${id}`],
    ]
    for (const headers of [GUEST, eve.headers]) {
      for (const [method, path, body] of calls) {
        for (const id of known) {
          const response = await send(path(id), { method, body, backendUrl, headers })
          const text = await response.text()
          expect(text, `${method} ${path(id)}`).not.toContain(ada.user.email)
          expect(text, `${method} ${path(id)}`).not.toContain("Lovelace")
          expect(text, `${method} ${path(id)}`).not.toContain(product.name)
          if (path(id).startsWith("/api/orders/")) expect([400, 404]).toContain(response.status)
        }
      }
    }
    expect((await read(placed.id, ada.headers)).owner).not.toBeNull()
  })

  it("is tracked until delivery", async () => {
    const ada = await shopper()
    const placed = await order(ada.headers, { paymentMethod: "card" })
    await capture(staff, placed.id)
    expect((await history(ada.headers)).orders[0]?.status).toBe("paid")
    const parcel = await dispatch(staff, placed.id, "AB123456789GB")
    const sent = await read(placed.id, ada.headers)
    expect(sent.status).toBe("dispatched")
    expect(sent.owner?.parcels).toMatchObject([
      {
        deliveredAt: null,
        tracking: [{ number: "AB123456789GB", url: "https://track.test/AB123456789GB" }],
      },
    ])
    await deliver(staff, placed.id, parcel)
    const { timeline, status } = await read(placed.id, ada.headers)
    expect(timeline.map(({ step, at }) => [step, at !== null])).toEqual([
      ["placed", true],
      ["payment_confirmed", true],
      ["dispatched", true],
      ["delivered", true],
    ])
    expect([status, (await history(ada.headers)).orders[0]?.status]).toEqual(["delivered", "delivered"])
  })
})

describe("the history", () => {
  it("comes in pages, newest first, and a new order does not shift them", async () => {
    const ada = await shopper()
    const placed: string[] = []
    for (let count = 0; count < 5; count++) placed.unshift((await order(ada.headers)).id)
    const first = await history(ada.headers, "?limit=2")
    const newest = await order(ada.headers)
    const second = await history(ada.headers, `?limit=2&cursor=${first.nextCursor ?? ""}`)
    const third = await history(ada.headers, `?limit=2&cursor=${second.nextCursor ?? ""}`)
    const ids = [first, second, third].flatMap(({ orders }) => orders.map(({ id }) => id))
    expect(ids).toEqual(placed)
    expect(third.nextCursor).toBeNull()
    expect((await history(ada.headers)).orders[0]?.id).toBe(newest.id)
  })

  it.each(["?limit=0", "?limit=51", "?limit=x", "?cursor=x", "?page=2"])("refuses %s", async (query) => {
    const { headers } = await shopper()
    await refused(400, `/api/account/orders${query}`, { backendUrl, headers })
  })

  it.each([
    ["GET", "/api/account"],
    ["PATCH", "/api/account"],
    ["DELETE", "/api/account"],
    ["GET", "/api/account/orders"],
    ["GET", "/api/account/export"],
    ["POST", "/api/account/claim-orders"],
  ] as const)("and the account are for who is signed in: %s %s", async (method, path) => {
    expect((await refused(401, path, { method, backendUrl })).code).toBe("signed_out")
  })
})

describe("the profile", () => {
  it("consists of name and telephone; omitted fields stay, and the e-mail address is Google's", async () => {
    const ada = await shopper()
    const edit = (body: object) =>
      call(accountSchema, "/api/account", { method: "PATCH", body, backendUrl, headers: ada.headers })
    expect(await edit({ name: "Ada King Lovelace" })).toMatchObject({
      name: "Ada King Lovelace",
      phone: null,
    })
    expect(await edit({ phone: "+44 7700 900123" })).toMatchObject({
      name: "Ada King Lovelace",
      phone: "+44 7700 900123",
    })
    expect(await edit({ phone: "" })).toMatchObject({ phone: null, email: ada.user.email })
    for (const [body, field] of [
      [{ name: "A" }, "name"],
      [{ phone: "0123456789a" }, "phone"],
      [{ phone: "+--- ()() ---" }, "phone"],
      [{ email: "other@example.com" }, "email"],
    ] as const) {
      const problem = await refused(400, "/api/account", {
        method: "PATCH",
        body,
        backendUrl,
        headers: ada.headers,
      })
      expect(problem.errors?.[0]?.field).toBe(field)
    }
  })
})

describe("orders placed as a guest", () => {
  it("move into the account only when they are claimed", async () => {
    const { email } = randomPerson()
    const guests = await order(GUEST, { email: email.toUpperCase() })
    await order(GUEST, { email: `x${email}` })
    const ada = await shopper({ email })
    expect((await history(ada.headers)).orders).toEqual([])
    expect((await read(guests.id, ada.headers)).owner).toBeNull()
    expect(await account(ada.headers)).toMatchObject({ claimableOrders: 1 })

    const claim = () =>
      call(claimedOrdersSchema, "/api/account/claim-orders", {
        method: "POST",
        backendUrl,
        headers: ada.headers,
      })
    expect(await claim()).toEqual({ claimed: 1 })
    expect(await claim()).toEqual({ claimed: 0 })
    expect((await history(ada.headers)).orders.map(({ id }) => id)).toEqual([guests.id])
    expect(await account(ada.headers)).toMatchObject({ claimableOrders: 0 })
    expect((await read(guests.id, ada.headers)).owner?.email).toBe(email.toUpperCase())
    await refused(404, `/api/orders/${guests.id}`, { backendUrl })
  })

  it("of another account with the same address cannot be claimed", async () => {
    const bob = await shopper()
    const ada = await shopper()
    await order(bob.headers, { email: ada.user.email })
    expect(await account(ada.headers)).toMatchObject({ claimableOrders: 0 })
  })
})

describe("the link in a mail", () => {
  it("opens an account's order in any browser, and a guessed link opens nothing", async () => {
    const ada = await shopper()
    const placed = await order(ada.headers, { email: ada.user.email })
    const key = await keyMailedTo(mailbox, ada.user.email, placed.id)
    const { headers } = await openWith(backendUrl, key, placed.id)
    expect((await read(placed.id, headers)).owner).not.toBeNull()
    for (const guess of ["k".repeat(43), placed.id]) {
      await refused(404, `/api/orders/${placed.id}/access`, {
        method: "POST",
        body: { key: guess },
        backendUrl,
      })
      await refused(404, `/api/orders/${placed.id}`, {
        backendUrl,
        headers: { cookie: `shop_order=${guess}` },
      })
    }
  })
})

describe("a customer's personal data", () => {
  /** A claim, as the order page stores it. */
  const sayRefundAddress = (orderId: string, address: string) =>
    ask(
      `insert into bitcoin_refund_address (id, invoice_id, address, came_by)
       select 'btcadr_' || id, id, $2, 'account' from bitcoin_invoice where order_id = $1`,
      [orderId, address],
    )

  /** A note, as the order's panel stores it. */
  const decideAbout = (orderId: string, action: string) =>
    ask(
      `insert into bitcoin_audit_entry (id, invoice_id, action, idempotency_key, by_id, by_email)
       select $2 || id, id, $2, $2 || id, 'user_1', 'staff@x.test' from bitcoin_invoice where order_id = $1`,
      [orderId, action],
    )

  it("can be exported, and the file contains no other customer's data", async () => {
    const ada = await shopper()
    const placed = await order(ada.headers, { email: ada.user.email })
    const others = await order(GUEST, { email: ada.user.email })
    const bitcoinAddress = "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"
    await sayRefundAddress(placed.id, bitcoinAddress)
    await send("/api/contact", {
      method: "POST",
      body: {
        name: "Ada",
        email: ada.user.email,
        subject: "Honey",
        message: "Is it raw at all?",
        consent: true,
      },
      backendUrl,
    })
    const response = await send("/api/account/export", { backendUrl, headers: ada.headers })
    expect(response.headers.get("content-disposition")).toContain("attachment")
    expect(response.headers.get("cache-control")).toBe("no-store")
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      profile: { email: ada.user.email, name: "Ada Lovelace" },
      sessions: [{ signedInAt: ada.user.lastSignInAt }],
      orders: [{ id: placed.id, owner: { address: "12 St James's Square" } }],
      messages: [{ subject: "Honey", message: "Is it raw at all?" }],
      refundAddresses: [{ orderNumber: placed.number, address: bitcoinAddress }],
    })
    expect(text).not.toContain(others.id)
  })

  it("is erased only soon after a sign-in: an older session is not enough", async () => {
    const ada = await shopper()
    await ask(
      "update shopper_session set authenticated_at = now() - interval '11 minutes' where customer_id = $1",
      [ada.user.id],
    )
    const problem = await refused(403, "/api/account", { method: "DELETE", backendUrl, headers: ada.headers })
    expect(problem.code).toBe("sign_in_again")
    expect((await account(ada.headers)).email).toBe(ada.user.email)
  })

  it("of a guest is erased by staff from every place, however the e-mail address was spelled", async () => {
    const name = "Wilhelmina Guestly"
    const words = ["guestly", "9 Forgotten Lane"]
    const spellings = ["wilhelmina.guestly@x.test", "Wilhelmina.Guestly@x.test"]
    const [email = ""] = spellings
    const { code } = await makePromotion(staff, {
      value: 10,
      campaign: campaign({ budget: { type: "use_by_attribute", attribute: "customer_email", limit: 9 } }),
    })
    const post = async (path: string, body: object) =>
      expect((await send(path, { method: "POST", body, backendUrl })).ok, path).toBe(true)
    for (const spelling of spellings) {
      const cart = await fillCart(product, 1, undefined, backendUrl)
      await applyCode(cart, code, backendUrl)
      const over = { email: spelling, name, address: "9 Forgotten Lane", paymentMethod: "card" } as const
      const { id, number } = await placeOrder(checkoutOf(cart, 4.5, over), backendUrl)
      await post("/api/orders/find", { email: spelling, number })
      await post("/api/orders/find", { email: spelling, number: number + 5000 })
      await staff.post(z.unknown(), `/admin/orders/${id}/cancel`, {})
    }
    await post("/auth/user/emailpass/reset-password", { identifier: email })
    const question = {
      name,
      email,
      subject: "Honey",
      message: "Do you know 9 Forgotten Lane?",
      consent: true,
    }
    await post("/api/contact", question)
    await staff.post(z.unknown(), "/admin/orders/export", {})
    const folders = [backend.mediaDir, `${backend.mediaDir}-private`]
    await expect.poll(() => filesWith(folders, words), { timeout: 60_000 }).toHaveLength(1)
    const pending = () =>
      ask(
        "select key from medusa_payments_outbox where finished_at is null and payload::text ilike '%guestly%'",
      )
    await expect.poll(pending, { timeout: 60_000 }).toEqual([])
    const known = await tracesOf(backend.databaseUrl, words)
    for (const table of [
      "medusa_payments_outbox",
      "notification",
      "promotion_campaign_budget_usage",
      "contact_message",
    ])
      expect(known).toContain(table)
    const guests = await ask("select id from customer where lower(email) = $1", [spellings[0]])
    const [guest] = z
      .array(z.object({ id: z.string() }))
      .length(2)
      .parse(guests)
    const erase = () => staff.send("POST", `/admin/customers/${guest?.id ?? ""}/erasure`)
    expect((await erase()).status).toBe(204)
    expect((await erase()).status).toBe(404)
    expect(await tracesOf(backend.databaseUrl, words)).toEqual([])
    expect(await filesWith(folders, words)).toEqual([])
    expect((await readFile(backend.logFile, "utf8")).toLowerCase()).not.toMatch(/guestly|forgotten lane/)
  })

  it("typed into a form without an order, or exported, is kept for a day", async () => {
    const typed = (name: string) => `${name}@typed-only.x.test`
    const folder = `${backend.mediaDir}-private`
    await mkdir(folder, { recursive: true })
    for (const [name, hours] of [["yesterday", 25] as const, ["today", 23] as const]) {
      const at = new Date(Date.now() - hours * 3_600_000)
      await send("/api/orders/find", { method: "POST", body: { email: typed(name), number: 1 }, backendUrl })
      const sent = () =>
        ask(
          `update medusa_payments_outbox set finished_at = $2 where payload ->> 'to' = $1 and finished_at is not null
              returning id`,
          [typed(name), at],
        )
      await expect.poll(sent, { timeout: 60_000 }).toHaveLength(1)
      const file = path.join(folder, `private-${name}-orders.csv`)
      await writeFile(file, typed(name))
      await utimes(file, at, at)
    }
    await runJob(staff, "purge-expired-data")
    expect(await tracesOf(backend.databaseUrl, [typed("yesterday")])).toEqual([])
    expect(await tracesOf(backend.databaseUrl, [typed("today")])).toEqual(["medusa_payments_outbox"])
    expect(await filesWith([folder], ["@typed-only"])).toEqual([
      path.join(folder, "private-today-orders.csv"),
    ])
  })

  it("is erased with the account, except for tax records, after open orders are completed", async () => {
    const person = randomPerson({ name: "Gwendolyn Erasable" })
    const token = await google.idToken(person)
    const her = await signInShopper(backendUrl, token)
    const elsewhere = await signInShopper(backendUrl, await google.idToken(person))
    const details = { email: person.email, name: "Gwendolyn Erasable", address: "77 Vanishing Row" }
    const done = await order(her.headers, { ...details, paymentMethod: "card" })
    await capture(staff, done.id)
    await deliver(staff, done.id, await dispatch(staff, done.id, "AB123456785GB"))
    const open = await order(her.headers, details)
    await sayRefundAddress(open.id, "erasable1qqqqqqqqqqqqqqqq")
    // Cancelled; staff wait for the refund address.
    const owed = await order(her.headers, details)
    await decideAbout(owed.id, "ask_refund_address")
    await staff.post(z.unknown(), `/admin/orders/${owed.id}/cancel`, {})
    const key = await keyMailedTo(mailbox, person.email, done.id)
    const question = {
      name: details.name,
      subject: "Erasable",
      message: "Where is 77 Vanishing Row?",
      consent: true,
    }
    const body = { ...question, email: person.email.toUpperCase() }
    const { id } = await call(contactReceiptSchema, "/api/contact", { method: "POST", body, backendUrl })
    await staff.post(z.unknown(), `/admin/contact-messages/${id}/answers`, {
      text: "Dear Gwendolyn Erasable, we cannot say.",
      requestKey: randomUUID(),
    })

    expect(await google.knows(token)).toBe(true)
    expect((await remove(her.headers)).status).toBe(204)
    expect(await google.knows(token)).toBe(false)
    for (const { headers } of [her, elsewhere]) await refused(401, "/api/account", { backendUrl, headers })
    const kept = await tracesOf(backend.databaseUrl, [person.email, "Erasable", "Vanishing", person.sub])
    expect(kept).toEqual(expect.arrayContaining(["order", "order_address"]))
    const mayKnow = [
      "bitcoin_refund_address",
      "cart",
      "cart_address",
      "medusa_payments_outbox",
      "notification",
      "order",
      "order_address",
    ]
    expect(kept.filter((table) => !mayKnow.includes(table))).toEqual([])
    // Only those of the open order and of the order with a pending refund.
    expect(await ask(`select id from "order" where email = $1 order by display_id`, [person.email])).toEqual([
      { id: open.id },
      { id: owed.id },
    ])
    await decideAbout(owed.id, "record_refund")
    await refused(404, `/api/orders/${done.id}/access`, { method: "POST", body: { key }, backendUrl })

    const [money] = await ask(
      `select o.display_id, o.email, o.customer_id, s.totals->>'current_order_total' as total, a.country_code
         from "order" o join order_summary s on s.order_id = o.id join order_address a on a.id = o.shipping_address_id
        where o.id = $1`,
      [done.id],
    )
    expect(money).toEqual({
      display_id: done.number,
      email: "erased@erased.invalid",
      customer_id: null,
      total: "5",
      country_code: "gb",
    })

    await keyMailedTo(mailbox, person.email, open.id)
    await staff.post(z.unknown(), `/admin/orders/${open.id}/cancel`, {})
    await mailbox.mailTo(person.email, "You haven't been charged")
    // Every mail is recorded by now, so only the row below is late.
    const cancelled = [open, owed].map(({ id }) => id)
    const noted = () =>
      ask(
        `select key from medusa_payments_outbox
          where payload ->> 'template' = 'order-cancelled' and payload -> 'data' ->> 'orderId' = any($1) and outcome = 'done'`,
        [cancelled],
      )
    await expect.poll(noted).toHaveLength(2)
    // A mail that was in progress during the erasure: its record was stored afterwards.
    await ask(
      `insert into notification (id, "to", channel, template, provider_data, resource_type, resource_id)
       values ('noti_late', $1, 'email', 'order-placed', null, 'order', $2),
              ('noti_late_too', $1, 'email', 'contact-answer', null, 'contact_message', 'cmsg_gone'),
              ('noti_to_staff', 'staff@x.test', 'email', 'refund-address-received', $3, 'order', $2),
              ('noti_to_staff_too', 'staff@x.test', 'email', 'contact-received', $3, 'contact_message', 'cmsg_gone')`,
      [person.email, done.id, JSON.stringify({ replyTo: person.email })],
    )
    // An old message, and one that was answered recently.
    await ask(
      `insert into contact_message (id, name, email, subject, message, consent_at, created_at)
       select 'cmsg_' || name, name, 'old@x.test', 'Honey', 'Is it raw?', now(), now() - interval '366 days'
         from unnest(array['forgotten', 'kept']) as name`,
      [],
    )
    await ask(
      `insert into contact_answer (id, message_id, text, answered_by, request_key)
       values ('cansw_kept', 'cmsg_kept', 'Yes.', 'staff', 'kept')`,
      [],
    )
    // A guest's unpaid order cancelled three months ago, and one of yesterday; an abandoned cart, and one in use.
    const guests = { email: "old@x.test", paymentMethod: "card" } as const
    const [longAgo, lately] = [await order(GUEST, guests), await order(GUEST, guests)]
    for (const { id } of [longAgo, lately]) await staff.post(z.unknown(), `/admin/orders/${id}/cancel`, {})
    await ask(`update "order" set canceled_at = now() - interval '91 days' where id = $1`, [longAgo.id])
    const [left, used] = [
      await fillCart(product, 1, undefined, backendUrl),
      await fillCart(product, 1, undefined, backendUrl),
    ]
    await ask("update cart set updated_at = now() - interval '31 days' where id = any($1)", [[left, used]])
    await ask("update cart_line_item set updated_at = now() - interval '31 days' where cart_id = $1", [left])
    await runJob(staff, "purge-expired-data")
    expect(await tracesOf(backend.databaseUrl, [person.email, "Erasable", "Vanishing", person.sub])).toEqual(
      [],
    )
    expect(
      await ask(`select email from "order" where id = any($1) order by email`, [[longAgo.id, lately.id]]),
    ).toEqual([{ email: "erased@erased.invalid" }, { email: "old@x.test" }])
    expect(await ask("select id from cart where id = any($1)", [[left, used]])).toEqual([{ id: used }])
    expect(await ask("select id from contact_message where email = 'old@x.test'", [])).toEqual([
      { id: "cmsg_kept" },
    ])
    // The next sign-in creates a new customer.
    const again = await signInShopper(backendUrl, await google.idToken(person))
    expect(again.user.id).not.toBe(her.user.id)
    expect((await history(again.headers)).orders).toEqual([])
  })
})
