import { addToCartSchema, IDEMPOTENCY_HEADER } from "@shop/contracts"
import { MutationObserver, QueryClient } from "@tanstack/react-query"
import { afterEach, beforeEach, expect, test } from "vitest"
import { buyAgain, putItemsBack, OrderIsPaid } from "./buy-again"
import { readCartId, saveCartId } from "./cart-state"
import { setTransport } from "./request"

const ITEMS = ["honey", "tea"].map((name) => ({
  id: `ordli_${name}`,
  name,
  productId: `prod_${name}`,
  quantity: 1,
}))

beforeEach(() => saveCartId(null))
afterEach(() => setTransport((path, init) => fetch(path, init)))

/** A shop that answers additions with these statuses, in turn. */
function testShop(...statuses: (200 | 409 | 418)[]) {
  const added: { cartId: string; productId: string; key: string | null }[] = []
  setTransport((_path, init) => {
    if (init?.method !== "POST") return Promise.resolve(Response.json([]))
    const { cartId, productId } = addToCartSchema.parse(
      JSON.parse(typeof init.body === "string" ? init.body : ""),
    )
    added.push({ cartId, productId, key: new Headers(init.headers).get(IDEMPOTENCY_HEADER) })
    const status = statuses.shift() ?? 200
    const code = status === 409 ? "cart_completed" : "unavailable"
    const problem = { type: "about:blank", title: "No", status, detail: "No.", code }
    return Promise.resolve(status === 200 ? Response.json([]) : Response.json(problem, { status }))
  })
  const client = new QueryClient()
  const buying = new MutationObserver(client, buyAgain(client, new Map()))
  return { added, press: () => buying.mutate(ITEMS) }
}

test("pressed again after a failure, each item is sent with the same key, so the shop adds none twice", async () => {
  const { added, press } = testShop(200, 418)
  await expect(press()).rejects.toThrow()
  expect(await press()).toEqual([])
  const [honey, tea, honeyAgain, teaAgain] = added
  expect(honey?.key).toMatch(/\w{24}/)
  expect(honeyAgain).toEqual(honey)
  expect(teaAgain).toEqual(tea)
  expect(tea?.key).not.toBe(honey?.key)
})

test("pressed again after a success, the items are added once more", async () => {
  const { added, press } = testShop()
  await press()
  await press()
  expect(new Set(added.map(({ key }) => key)).size).toBe(4)
})

test("a cart that has become an order is replaced by a new one", async () => {
  const { added, press } = testShop(200, 409)
  expect(await press()).toEqual([])
  const carts = added.map(({ cartId }) => cartId)
  expect(carts[1]).toBe(carts[0])
  expect(carts[2]).not.toBe(carts[0])
  expect(readCartId()).toBe(carts[2])
})

const CANCELLED = {
  ...{ id: "order_1", number: 23, paymentMethod: "bitcoin", status: "cancelled", total: "10.00" },
  ...{ bitcoinAddress: null, bitcoin: null, cardPayment: null, createdAt: "2026-01-05T12:00:00.000Z" },
  ...{ subtotal: "10.00", discount: null, shippingCost: "0.00", refunded: null, isPartlySent: false },
  ...{
    amountDue: "0.00",
    amountAwaited: "0.00",
    amountToReturn: "0.00",
    delivery: "Standard",
    timeline: [],
    owner: null,
  },
  items: ITEMS.map((item) => ({
    ...{ ...item, weight: "340 g", image: null, price: "5.00", total: "5.00", returned: 0, variantId: null },
  })),
}

test("items are put back when their order is cancelled; after a half success, and by two buttons, none twice", async () => {
  const calls: string[] = []
  const statuses = [200, 200, 418]
  setTransport((path, init) => {
    if (init?.method !== "POST")
      return Promise.resolve(Response.json(path.includes("/orders/") ? CANCELLED : []))
    calls.push(`${path} ${new Headers(init.headers).get(IDEMPOTENCY_HEADER) ?? ""}`)
    const status = statuses.shift() ?? 200
    const problem = { type: "about:blank", title: "No", status, detail: "No.", code: "unavailable" }
    if (status !== 200) return Promise.resolve(Response.json(problem, { status }))
    return Promise.resolve(Response.json(path.endsWith("/cancellation") ? CANCELLED : []))
  })
  const client = new QueryClient()
  const putting = new MutationObserver(client, putItemsBack(client, "order_1"))
  await expect(putting.mutate()).rejects.toThrow()
  const another = new MutationObserver(client, putItemsBack(client, "order_1"))
  expect(await Promise.all([putting.mutate(), another.mutate()])).toEqual([[], []])
  expect(await another.mutate()).toEqual([])
  const [cancelled, honey, tea, ...again] = calls
  expect(cancelled).toMatch(/order_1\/cancellation/)
  expect(again).toEqual([cancelled, honey, tea])
})

test("items of an order that was paid meanwhile are not put back, and it is not cancelled", async () => {
  const posted: string[] = []
  setTransport((path, init) => {
    if (init?.method === "POST") posted.push(path)
    return Promise.resolve(Response.json({ ...CANCELLED, status: "paid" }))
  })
  const client = new QueryClient()
  const putting = new MutationObserver(client, putItemsBack(client, "order_2"))
  await expect(putting.mutate()).rejects.toBeInstanceOf(OrderIsPaid)
  expect(posted).toEqual([])
})
