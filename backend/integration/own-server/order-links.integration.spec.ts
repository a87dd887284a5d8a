import { followedOrderSchema, placedOrderSchema, type PlacedOrder } from "@shop/contracts"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { z } from "zod"
import { call, refused, send } from "../harness/call"
import { MAILS } from "../harness/mails"
import { checkoutOf, fillCart } from "../harness/checkout"
import { makeProduct, type MadeProduct } from "../harness/fixtures"
import { randomPerson } from "../harness/google"
import { openMailbox, type Mailbox } from "../harness/mailbox"
import { keyMailedTo, openWith } from "../harness/order-links"
import { cookiesOf } from "../harness/shopper"
import { startOwnBackend } from "../harness/own-backend"
import { askDatabase } from "../harness/postgres"
import { signInStaff } from "../harness/staff"

let mailbox: Mailbox
let backend: Awaited<ReturnType<typeof startOwnBackend>>
let backendUrl: string
let product: MadeProduct
beforeAll(async () => {
  mailbox = await openMailbox()
  backend = await startOwnBackend("order_links", {
    SMTP_URL: mailbox.url,
    BITCOIN_ESPLORA_URL: inject("quietChainUrl"),
    PUBLIC_URL: "https://shop.test",
  })
  backendUrl = backend.url
  product = await makeProduct(await signInStaff(backendUrl), { price: 5, stock: 500 })
})
afterAll(async () => {
  await backend.stop()
  await mailbox.close()
})

/** A guest's order for one jar. */
async function order({ email }: { email: string }): Promise<PlacedOrder> {
  const cart = await fillCart(product, 1, undefined, backendUrl)
  const body = checkoutOf(cart, 5, { email })
  return call(placedOrderSchema, "/api/orders", { method: "POST", body, backendUrl })
}

const read = (id: string, headers: Record<string, string> = {}) =>
  call(followedOrderSchema, `/api/orders/${id}`, { backendUrl, headers })
const claim = (id: string, headers: Record<string, string>) =>
  send(`/api/orders/${id}/payment`, {
    method: "PATCH",
    body: { transactionId: "tx_made_up" },
    backendUrl,
    headers,
  })
const ask = (sql: string, values: unknown[] = []) => askDatabase(backend.databaseUrl, sql, values)

describe("the link in a mail", () => {
  it("shows a guest their order, without an account", async () => {
    const { email } = randomPerson()
    const placed = await order({ email })
    const key = await keyMailedTo(mailbox, email, placed.id)
    const { headers } = await openWith(backendUrl, key, placed.id)
    expect((await read(placed.id, headers)).owner).toMatchObject({ email, postcode: "SW1Y 4JH" })
    expect((await read(placed.id)).owner).toBeNull()
    expect((await claim(placed.id, headers)).status).toBe(200)
    const rows = await ask("select * from order_key where order_id = $1", [placed.id])
    // One for the browser, two in the mail: to the payment page and to the order.
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(JSON.stringify(await ask("select * from notification"))).not.toContain(key)
  })

  it("opens only its own order, in a cookie that scripts and other sites cannot use", async () => {
    const { email } = randomPerson()
    const mine = await order({ email })
    const other = await order({ email: randomPerson().email })
    const key = await keyMailedTo(mailbox, email, mine.id)
    const { setCookie, headers } = await openWith(backendUrl, key, mine.id)
    for (const part of [`Path=/api/orders/${mine.id}`, "HttpOnly", "Secure", "SameSite=Strict"])
      expect(setCookie).toContain(part)
    expect((await read(other.id, headers)).owner).toBeNull()
    expect((await claim(other.id, headers)).status).toBe(403)
    await refused(404, `/api/orders/${other.id}/access`, { method: "POST", body: { key }, backendUrl })
  })

  it("expires", async () => {
    const { email } = randomPerson()
    const placed = await order({ email })
    const key = await keyMailedTo(mailbox, email, placed.id)
    const { headers } = await openWith(backendUrl, key, placed.id)
    await ask("update order_key set expires_at = now() - interval '1 second' where order_id = $1", [
      placed.id,
    ])
    expect((await read(placed.id, headers)).owner).toBeNull()
    await refused(404, `/api/orders/${placed.id}/access`, { method: "POST", body: { key }, backendUrl })
  })
})

describe("the browser in which a guest orders", () => {
  /** Sends an order and reads it with the cookies of the answer. */
  async function placeAndRead(body: ReturnType<typeof checkoutOf>) {
    const response = await send("/api/orders", { method: "POST", body, backendUrl })
    const { id } = placedOrderSchema.parse(await response.json())
    const cookie = cookiesOf(response)
      .map((line) => line.split(";")[0])
      .join("; ")
    return { cookie, followed: await read(id, { cookie }) }
  }

  it("may read it with its address and its estimated arrival, and claim to have paid, without the mail", async () => {
    const { email } = randomPerson()
    const { cookie, followed } = await placeAndRead(
      checkoutOf(await fillCart(product, 1, undefined, backendUrl), 5, { email }),
    )
    expect(followed.owner).toMatchObject({ email, postcode: "SW1Y 4JH" })
    expect(followed.estimate).toMatchObject({ isUnpaid: true })
    expect((await claim(followed.id, { cookie })).status).toBe(200)
    expect((await read(followed.id)).owner).toBeNull()
  })

  it("may read it after a lost answer too, but the cart's id with another address may not", async () => {
    const { email } = randomPerson()
    const body = checkoutOf(await fillCart(product, 1, undefined, backendUrl), 5, { email })
    const first = await placeAndRead(body)
    const again = await placeAndRead({ ...body, email: email.toUpperCase() })
    expect(again.followed.id).toBe(first.followed.id)
    expect(again.followed.owner?.email).toBe(email)
    const other = await placeAndRead({ ...body, email: randomPerson().email })
    expect(other.followed.id).toBe(first.followed.id)
    expect(other.cookie).toBe("")
    expect(other.followed.owner).toBeNull()
  })
})

describe("finding an order again", () => {
  const find = async (body: { email: string; number: number }) => {
    const response = await send("/api/orders/find", { method: "POST", body, backendUrl })
    return { status: response.status, text: await response.text() }
  }

  it("mails a link to the order's own address, and does not reveal whether the order exists", async () => {
    const { email } = randomPerson()
    const placed = await order({ email })
    await keyMailedTo(mailbox, email, placed.id)
    const right = await find({ email: email.toUpperCase(), number: placed.number })
    const wrongNumber = await find({ email, number: placed.number + 5000 })
    const wrongAddress = await find({ email: `x${email}`, number: placed.number })
    expect(right).toEqual({ status: 202, text: "{}" })
    expect([wrongNumber, wrongAddress]).toEqual([right, right])
    // Two requests within an hour send one mail.
    await find({ email, number: placed.number })

    const key = await keyMailedTo(mailbox, email, placed.id)
    const { headers } = await openWith(backendUrl, key, placed.id)
    expect((await read(placed.id, headers)).owner?.email).toBe(email)
    const links = await ask(`select outcome from ${MAILS} where template = 'order-link'`)
    expect(links).toHaveLength(3)
    expect(mailbox.mails.filter(({ receivers }) => receivers.includes(email))).toHaveLength(2)
    expect(mailbox.mails.some(({ receivers }) => receivers.includes(`x${email}`))).toBe(false)
  })

  it.each([
    { email: "not-an-address", number: 1 },
    { email: "a@example.com", number: 0 },
  ])("rejects an invalid request: %o", async (body) => {
    expect((await find(body)).status).toBe(400)
  })
})

describe("the link in a mail to a mistyped address", () => {
  it("ends when staff correct the email address, and the right address gets its own", async () => {
    const [wrong, right] = [randomPerson().email, randomPerson().email]
    const placed = await order({ email: wrong })
    const key = await keyMailedTo(mailbox, wrong, placed.id)
    const { headers } = await openWith(backendUrl, key, placed.id)
    const staff = await signInStaff(backendUrl)
    await staff.post(z.unknown(), `/admin/orders/${placed.id}`, { email: right })
    const theirs = await keyMailedTo(mailbox, right, placed.id)
    await refused(404, `/api/orders/${placed.id}/access`, { method: "POST", body: { key }, backendUrl })
    expect((await read(placed.id, headers)).owner).toBeNull()
    const opened = await openWith(backendUrl, theirs, placed.id)
    expect((await read(placed.id, opened.headers)).owner).toMatchObject({ email: right })
  })
})
