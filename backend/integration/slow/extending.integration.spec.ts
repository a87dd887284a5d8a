import { businessDetailsSchema, placedOrderSchema } from "@shop/contracts"
import { afterAll, beforeAll, expect, inject, it } from "vitest"
import { z } from "zod"
import { SECRET_KEY, WEBHOOK_SECRET } from "../../../sandbox/src/testing/card-client"
import { call, refused, send } from "../harness/call"
import { browserOf, checkoutOf, fillCart, order } from "../harness/checkout"
import { makeExtendedBackend } from "../harness/extended-backend"
import { makeProduct } from "../harness/fixtures"
import { randomPerson, startGoogle, type Google } from "../harness/google"
import { openMailbox, type Mailbox } from "../harness/mailbox"
import { runMedusa, startMedusa, type Backend } from "../harness/medusa"
import { deliver, dispatch } from "../harness/parcel"
import { paymentReviewOf, type PaymentReview } from "../harness/payment-review"
import { askDatabase, databaseUrl } from "../harness/postgres"
import { baseSettings } from "../harness/settings"
import { signInShopper } from "../harness/shopper"
import { signInStaff, type Staff } from "../harness/staff"
import { ADAS_ADDRESS, openStoreApi } from "../harness/store-api"
import { copyTemplate, dropDatabase } from "../harness/template"
import { tracesOf } from "../harness/traces"

const DATABASE = "shop_own_extended"
const BANK = "pp_bank-transfer_bank-transfer"

let google: Google
let mailbox: Mailbox
let backend: Backend
let staff: Staff
let review: PaymentReview
let url: string
let remove: () => Promise<void>
beforeAll(async () => {
  google = await startGoogle()
  mailbox = await openMailbox()
  const made = await makeExtendedBackend()
  remove = made.remove
  const copy = await copyTemplate(inject("postgresUrl"), inject("template"), DATABASE)
  url = databaseUrl(inject("postgresUrl"), copy.database)
  const settings = {
    ...baseSettings(url, copy.mediaDir),
    ...google.settings,
    SMTP_URL: mailbox.url,
    BITCOIN_ESPLORA_URL: inject("quietChainUrl"),
    // The configuration decides, whatever keys there are.
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  }
  await runMedusa(["db:migrate", "--execute-safe-links"], settings, "extended-migrate", made.folder)
  backend = await startMedusa(settings, "extended", undefined, made.folder)
  staff = await signInStaff(backend.url)
  review = paymentReviewOf(staff)
})
afterAll(async () => {
  await backend.stop()
  await google.stop()
  await mailbox.close()
  await dropDatabase(inject("postgresUrl"), DATABASE)
  await remove()
})

const noteSchema = z.object({
  gift_note: z.object({ order_id: z.string(), words: z.string(), signed: z.string().nullable() }).nullable(),
})

it("the module, its field and its route: an order has one gift note, for staff only", async () => {
  const cartId = await fillCart(await makeProduct(staff), 1, undefined, backend.url)
  const { id } = await order(checkoutOf(cartId, 5), backend.url)
  const path = `/admin/orders/${id}/gift-note`
  expect((await staff.get(noteSchema, path)).gift_note).toBeNull()
  const written = await Promise.all(
    ["Happy birthday", "Happy birthday"].map((words) =>
      staff.post(noteSchema, path, { words, signed: "Ada" }),
    ),
  )
  expect(written[0]).toEqual(written[1])
  await staff.post(noteSchema, path, { words: "Get well soon" })
  const { gift_note } = await staff.get(noteSchema, path)
  expect(gift_note).toMatchObject({ order_id: id, words: "Get well soon", signed: null })
  expect(await askDatabase(url, "select id from gift_note")).toHaveLength(1)

  expect((await send(path, { backendUrl: backend.url })).status).toBe(401)
  await expect(staff.post(noteSchema, path, { words: " " })).rejects.toThrow("Write something on the card.")
  await expect(staff.post(noteSchema, "/admin/orders/order_0/gift-note", { words: "x" })).rejects.toThrow(
    "404",
  )
})

it("the payment method: an order is placed before its money comes, and a transfer that staff confirm is captured once", async () => {
  const regions = z.object({ regions: z.array(z.object({ id: z.string() })) })
  const [region] = (await staff.get(regions, "/admin/regions")).regions
  await staff.post(z.unknown(), `/admin/regions/${region?.id ?? ""}`, {
    payment_providers: ["pp_bitcoin_bitcoin", "pp_system_default", BANK],
  })
  const product = await makeProduct(staff)
  const store = await openStoreApi(staff, backend.url)
  const cartId = await store.createCart()
  await store.addItem(cartId, product.variantId, 2)
  const buyer = {
    email: "ada@example.com",
    address: ADAS_ADDRESS,
    shippingCode: "standard",
    providerId: BANK,
  }
  const id = await store.checkOut(cartId, buyer)
  const money = () =>
    askDatabase<{ provider_id: string; captured: number }>(
      url,
      `select p.provider_id, c.captured_amount::float as captured from order_payment_collection l
        join payment_collection c on c.id = l.payment_collection_id
        join payment p on p.payment_collection_id = c.id where l.order_id = $1`,
      [id],
    )
  expect(await money()).toEqual([])
  const panel = z.object({
    payments: z.array(z.object({ state: z.string(), actions: z.array(z.object({ action: z.string() })) })),
  })
  const path = `/admin/orders/${id}/payments`
  const awaiting = { state: "awaiting_payment", actions: [{ action: "confirm" }] }
  expect((await staff.get(panel, path)).payments).toEqual([awaiting])

  const confirm = (reason: string) =>
    staff.post(z.unknown(), `/admin/payments/${id}/actions`, {
      ...{ action: "confirm", idempotency_key: crypto.randomUUID(), reason },
    })
  await expect(confirm("ok")).rejects.toThrow("Say why, in a few words.")
  await Promise.all([confirm("On the statement of today."), confirm("On the statement of today.")])
  expect(await money()).toEqual([{ provider_id: BANK, captured: 10 }])
  expect((await staff.get(panel, path)).payments).toEqual([{ state: "paid", actions: [] }])
})

it("the new field of CONTRIBUTING.md: order page, mail, packing slip and export show it, and it is erased with the account", async () => {
  const giftMessage = "Sweet dreams, Charles <3"
  const person = randomPerson()
  const { headers } = await signInShopper(backend.url, await google.idToken(person))
  const cartId = await fillCart(await makeProduct(staff), 1, undefined, backend.url)
  const body = { ...checkoutOf(cartId, 5, { email: person.email }), giftMessage }
  const post = { method: "POST", backendUrl: backend.url, headers } as const
  const problem = await refused(400, "/api/orders", {
    ...post,
    body: { ...body, giftMessage: "x".repeat(301) },
  })
  expect(problem.errors?.map(({ field }) => field)).toEqual(["giftMessage"])
  const { id } = await call(placedOrderSchema, "/api/orders", { ...post, body })

  const owned = z.object({ owner: z.object({ giftMessage: z.string().nullable() }).nullable() })
  const read = async (path: string, as = {}) =>
    (await send(path, { backendUrl: backend.url, headers: as })).json()
  expect(owned.parse(await read(`/api/orders/${id}`, headers)).owner?.giftMessage).toBe(giftMessage)
  const exported = z.object({ orders: z.array(owned) }).parse(await read("/api/account/export", headers))
  expect(exported.orders.map(({ owner }) => owner?.giftMessage)).toEqual([giftMessage])
  const slip = `/admin/orders/${id}/packing-slip`
  expect(await staff.text(slip)).toContain("Sweet dreams, Charles &lt;3")

  expect((await mailbox.mailTo(person.email)).text).toContain(`Gift message: ${giftMessage}`)

  await review.run((await review.invoice(id)).id, "settle_by_hand", { reason: "Seen in the wallet." })
  await deliver(staff, id, await dispatch(staff, id, "AB123456785GB"))
  expect((await send("/api/account", { method: "DELETE", backendUrl: backend.url, headers })).status).toBe(
    204,
  )
  expect(await staff.text(slip)).not.toContain("Sweet dreams")
  expect(await tracesOf(url, ["Sweet dreams"])).toEqual([])
})

it("the new field is optional", async () => {
  const cartId = await fillCart(await makeProduct(staff), 1, undefined, backend.url)
  // The form sends an empty field as an empty text.
  const body = { ...checkoutOf(cartId, 5), giftMessage: "" }
  const { id } = await order(body, backend.url)
  expect(await staff.text(`/admin/orders/${id}/packing-slip`)).not.toContain("Gift message")
})

it("without the module's line in the configuration the shop takes no cards, and the admin works", async () => {
  const at = { backendUrl: backend.url } as const
  expect((await call(businessDetailsSchema, "/api/shop", at)).cards).toBeNull()
  const cartId = await fillCart(await makeProduct(staff), 1, undefined, backend.url)
  const byCard = { ...at, method: "POST", body: checkoutOf(cartId, 5, { paymentMethod: "card" }) } as const
  expect((await refused(503, "/api/orders", byCard)).code).toBe("card_unavailable")
  const { id, cardPaymentUrl } = await order(checkoutOf(cartId, 5), backend.url)
  expect(cardPaymentUrl).toBeNull()
  const byBuyer = { ...at, method: "POST", headers: browserOf(id) } as const
  const change = { ...byBuyer, body: { paymentMethod: "card" } }
  expect((await refused(503, `/api/orders/${id}/payment-method`, change)).code).toBe("card_unavailable")
  await refused(404, `/api/orders/${id}/card-session`, byBuyer)
  await refused(404, "/api/webhooks/stripe", { ...at, method: "POST", body: {} })

  expect(await review.panel(id)).toMatchObject({ invoices: [{ state: "awaiting_payment" }], cards: [] })
  expect((await review.overview()).inbox).toEqual([])
  expect(await staff.text("/admin/payment-review/sales")).toMatch(/^Kind,Date,Payment method,/)
  const action = staff.post(z.unknown(), "/admin/payments/cardpay_0/actions", { action: "poll" })
  await expect(action).rejects.toThrow("There is no such payment.")
  for (const table of ["card_payment", "card_event", "card_session"])
    expect(await askDatabase(url, `select id from ${table}`)).toEqual([])
})
