import { addToCartSchema, IDEMPOTENCY_HEADER } from "@shop/contracts"
import { MutationObserver, QueryClient } from "@tanstack/react-query"
import { afterEach, beforeEach, expect, test } from "vitest"
import { buyAgain } from "./buy-again"
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
