import { randomInt, randomUUID } from "node:crypto"
import { orderSchema } from "@shop/contracts"
import { foundOrdersSchema } from "@shop/contracts/staff"
import { beforeAll, expect, it } from "vitest"
import { call, send } from "./harness/call"
import { checkoutOf, fillCart, order } from "./harness/checkout"
import { makeProduct, type MadeProduct } from "./harness/fixtures"
import { capture, dispatch } from "./harness/parcel"
import { applyCode, makePromotion } from "./harness/promotions"
import { signInStaff, type Staff } from "./harness/staff"

let staff: Staff
let product: MadeProduct
let someone: Awaited<ReturnType<typeof orderOfSomeone>>
beforeAll(async () => {
  staff = await signInStaff()
  product = await makeProduct(staff, { price: 5, stock: 100 })
  someone = await orderOfSomeone()
})

const search = (text: string) =>
  staff.get(foundOrdersSchema, `/admin/order-search?q=${encodeURIComponent(text)}`)

const letters = (count: number) =>
  Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join("")

/** An order of a person whom no other order names. */
async function orderOfSomeone(paymentMethod: "card" | "bitcoin" = "bitcoin") {
  const [first, last] = [`Q${letters(8)}`, `Z${letters(8)}`]
  // Its end begins as the country's code does.
  const digits = `${randomInt(10, 100)}44${randomInt(1e4, 1e5)}`
  const person = {
    ...{ name: `${first} Mary ${last}`, email: `${first}.${last}@example.com` },
    ...{ postcode: "EC1A 1BB", phone: `+44 (0)7${digits.slice(0, 3)} ${digits.slice(3)} ext. 12` },
  }
  const placed = await order(checkoutOf(await fillCart(product), 5, { ...person, paymentMethod }))
  return { ...placed, ...person, first, last, digits }
}

it.each([
  ["its number", "Order number", ({ number }) => String(number)],
  ["its number as people write it", "Order number", ({ number }) => `#${String(number)}`],
  ["its number as in a mail", "Order number", ({ number }) => ` Order ${String(number)} `],
  ["the email", "Email", ({ email }) => email.toUpperCase()],
  ["the beginning of the email", "Email", ({ email }) => email.slice(0, 9)],
  ["the last name", "Name", ({ last }) => last.toLowerCase()],
  ["the beginnings of the names in any order", "Name", ({ first, last }) => `${last.slice(0, 6)} ${first}`],
  ["the phone as it was typed", "Phone", ({ phone }) => phone],
  ["the phone as it is dialled", "Phone", ({ digits }) => `07${digits}`],
  ["the end of the phone", "Phone", ({ digits }) => digits.slice(2)],
] satisfies [string, string, (one: Awaited<ReturnType<typeof orderOfSomeone>>) => string][])(
  "finds an order by %s",
  async (_which, what, textOf) => {
    const { orders, hasMore } = await search(textOf(someone))
    expect(orders[0]).toMatchObject({ id: someone.id, number: someone.number, state: "awaiting_payment" })
    expect(orders[0]?.match.what).toBe(what)
    expect(hasMore).toBe(false)
  },
)

it("finds an order by its Bitcoin address, also as a payment link or in capitals", async () => {
  const { id } = someone
  const { bitcoin } = await call(orderSchema, `/api/orders/${id}`)
  const address = bitcoin?.address ?? expect.fail("The order has no address")
  for (const text of [address, address.toUpperCase(), `bitcoin:${address}?amount=0.001`])
    expect((await search(text)).orders).toMatchObject([
      { id, match: { what: "Bitcoin address", value: address } },
    ])
})

it("finds an order by its tracking number, with spaces or without", async () => {
  const { id } = await orderOfSomeone("card")
  await capture(staff, id)
  const number = `AB${String(randomInt(1e8, 1e9))}GB`
  await dispatch(staff, id, number)
  for (const text of [number, number.toLowerCase(), number.replace(/(.{4})/g, "$1 ")])
    expect((await search(text)).orders).toMatchObject([
      { id, state: "shipped", match: { what: "Tracking number", value: number } },
    ])
})

it("finds the orders that used a discount code, in any case", async () => {
  const { code } = await makePromotion(staff, { value: 10 })
  const cartId = await fillCart(product)
  await applyCode(cartId, code)
  const { id } = await order(checkoutOf(cartId, 4.5))
  expect((await search(code.toLowerCase())).orders).toMatchObject([
    { id, pence: 450, match: { what: "Discount code", value: code } },
  ])
})

it("finds orders by the postcode's beginning, and shows twenty of them, the newest first", async () => {
  const ids: string[] = []
  for (let count = 0; count < 22; count++) {
    const body = checkoutOf(await fillCart(product), 5, { postcode: "ZE3 9JW", paymentMethod: "card" })
    ids.push((await order(body, undefined, `10.4.0.${String(count)}`)).id)
  }
  for (const text of ["ze39jw", "ZE3 9J", "ZE3"]) {
    const { orders, hasMore } = await search(text)
    expect(orders.map(({ id }) => id)).toEqual(ids.slice(2).reverse())
    expect(orders[0]?.match).toEqual({ what: "Postcode", value: "ZE3 9JW" })
    expect(hasMore).toBe(true)
  }
})

it("finds nothing by what nothing is called, and takes signs as text", async () => {
  for (const text of [
    randomUUID(),
    "ab".repeat(32),
    "999999999",
    "%%%",
    "a_b%",
    "\\",
    "'); --",
    "&|!:*()",
    "é́",
  ])
    expect(await search(text)).toEqual({ orders: [], hasMore: false })
})

it("names an order once, by the surest of what was found in it", async () => {
  const { orders } = await search(someone.first)
  expect(orders).toMatchObject([{ id: someone.id, match: { what: "Email", value: someone.email } }])
})

it("searches for staff only, and for one to three hundred characters", async () => {
  expect((await send("/admin/order-search?q=1")).status).toBe(401)
  for (const text of ["", "%20%20", "a".repeat(301)])
    expect((await staff.send("GET", `/admin/order-search?q=${text}`)).status).toBe(400)
})
