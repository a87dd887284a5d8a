import { type CheckoutForm, toPounds } from "@shop/contracts"
import { noop, QueryClient } from "@tanstack/react-query"
import { afterEach, expect, test } from "vitest"
import { z } from "zod"
import { createCartId, readCartId, saveCartId } from "./cart-state"
import { placeOrder } from "./place-order"
import { setTransport } from "./request"

const FORM: CheckoutForm = {
  email: "ada@example.com",
  name: "Ada Lovelace",
  address: "12 St James's Square",
  city: "London",
  postcode: "SW1Y 4JH",
  phone: "07700 900123",
  shippingMethod: "standard",
  paymentMethod: "card",
}
const TOTALS = { subtotal: 500, discount: 0, shipping: 0, total: 500 }
const PLACED = {
  id: "order_1",
  number: 7,
  paymentMethod: "card",
  status: "awaiting_payment",
  total: toPounds(500),
  bitcoinAddress: null,
  bitcoin: null,
  cardPayment: null,
  cardPaymentUrl: null,
}

afterEach(() => setTransport((path, init) => fetch(path, init)))

/** The cart that a request orders. */
const cartOf = (body: unknown) =>
  z.object({ cartId: z.string() }).parse(JSON.parse(typeof body === "string" ? body : "")).cartId

/** Orders a cart, and begins another before the shop answers. @returns the two and what was sent */
async function orderWhileAnotherCartBegins(isAnotherBegun: boolean) {
  let answer: (response: Response) => void = noop
  const sent: string[] = []
  setTransport((path, init) => {
    if (path !== "/api/orders") return Promise.resolve(Response.json([]))
    sent.push(cartOf(init?.body))
    return new Promise((resolve) => (answer = resolve))
  })
  const ordered = createCartId()
  saveCartId(ordered)
  const placing = placeOrder(new QueryClient(), {
    cartId: ordered,
    form: FORM,
    lines: [],
    totals: TOTALS,
    discount: null,
  })
  await expect.poll(() => sent).toEqual([ordered])
  const another = createCartId()
  if (isAnotherBegun) saveCartId(another)
  answer(Response.json(PLACED, { status: 201 }))
  await placing
  return { another }
}

test("an ordered cart is forgotten", async () => {
  await orderWhileAnotherCartBegins(false)
  expect(readCartId()).toBeNull()
})

test("a cart that another tab began while the order was placed stays", async () => {
  const { another } = await orderWhileAnotherCartBegins(true)
  expect(readCartId()).toBe(another)
})
