import { type CartDiscount, type CartItem, DISCOUNT_HEADER, type Product } from "@shop/contracts"
import { MutationObserver, QueryClient, QueryObserver } from "@tanstack/react-query"
import { beforeEach, expect, test } from "vitest"
import { countItems } from "../lib/cart-lines"
import { additionOf, type CartChange, changeCart } from "./cart-changes"
import { cartKey, cartQuery, createCartId, discountQuery, readCartId, saveCartId } from "./cart-state"
import { quantityChange, removal } from "./cart-actions"
import { codeChange } from "./discount-code"
import { setTransport } from "./request"

const HONEY: Product = {
  id: "prod_1",
  name: "Heather Honey",
  slug: "heather-honey",
  description: "From the moors.",
  image: null,
  price: "12.95",
  weight: "340 g",
  badge: null,
  stock: 9,
  featured: false,
  categoryId: "pcat_1",
}
const LINE = "cali_AAAAAAAAAAAAAAAAAAAAAAAA"

interface Call {
  method: string
  path: string
  cart: string | null
  key: string | null
  body: unknown
  answer: (lines: CartItem[], discount?: CartDiscount) => void
  refuse: (status: number, code: string) => void
}

/** A shop that answers when the test says so. */
function testShop() {
  const calls: Call[] = []
  setTransport(
    (path, init) =>
      new Promise((resolve) => {
        calls.push({
          method: init?.method ?? "GET",
          path,
          cart: new Headers(init?.headers).get("x-cart-id"),
          key: new Headers(init?.headers).get("idempotency-key"),
          body: typeof init?.body === "string" ? JSON.parse(init.body) : undefined,
          answer: (lines, discount) => resolve(Response.json(lines, { headers: discountHeader(discount) })),
          refuse: (status, code) =>
            resolve(
              Response.json({ type: "about:blank", title: "No", status, detail: "No.", code }, { status }),
            ),
        })
      }),
  )
  const client = new QueryClient()
  const change = (one: CartChange) => new MutationObserver(client, changeCart(client)).mutate(one)
  return {
    calls,
    client,
    change,
    add: (quantity: number) => change(additionOf(HONEY, quantity)),
    lines: () => client.getQueryData<CartItem[]>(cartKey(readCartId())) ?? [],
    /** Waits until the shop has been asked so often. */
    asked: (times: number) => expect.poll(() => calls.length).toBe(times),
  }
}

const discountHeader = (discount?: CartDiscount): Record<string, string> =>
  discount ? { [DISCOUNT_HEADER]: encodeURIComponent(JSON.stringify(discount)) } : {}

const aLine = (quantity: number): CartItem => {
  const { id, slug, name, image, weight, price, stock } = HONEY
  return { id: LINE, quantity, product: { id, slug, name, image, weight, price, stock } }
}

beforeEach(() => saveCartId(null))

test("the first addition creates an unguessable cart id, and is counted at once", async () => {
  const { add, lines, calls, asked } = testShop()
  const adding = add(2)
  await asked(1)
  expect(readCartId()).toMatch(/^cart_[A-Za-z0-9]{24}$/)
  expect(countItems(lines())).toBe(2)
  expect(calls[0]).toMatchObject({
    method: "POST",
    path: "/api/cart",
    body: { cartId: readCartId(), productId: "prod_1", quantity: 2 },
  })
  calls[0]?.answer([aLine(2)])
  await adding
  expect(lines()).toEqual([aLine(2)])
})

test("after the last change the cart is fetched again, while the shop's answer is shown", async () => {
  const { client, calls, asked, add, lines } = testShop()
  const adding = [add(1), add(1)]
  await asked(1)
  const queryKey = cartKey(readCartId())
  const shown = new QueryObserver(client, { ...cartQuery(readCartId()), staleTime: Infinity })
  const leave = shown.subscribe(() => undefined)
  calls[0]?.answer([aLine(1)])
  await asked(2)
  expect(calls.map(({ method }) => method)).toEqual(["POST", "POST"])
  calls[1]?.answer([aLine(2)])
  await Promise.all(adding)
  await asked(3)
  expect(lines()).toEqual([aLine(2)])
  expect(calls[2]).toMatchObject({ method: "GET", path: `/api/cart/${String(readCartId())}` })
  calls[2]?.answer([aLine(3)])
  await expect.poll(() => client.getQueryData(queryKey)).toEqual([aLine(3)])
  leave()
})

test("quick clicks are sent one after another, and only the last answer is shown", async () => {
  const { add, lines, calls, asked } = testShop()
  const adding = [add(1), add(1), add(1)]
  await asked(1)
  await expect.poll(() => countItems(lines())).toBe(3)

  calls[0]?.answer([aLine(1)])
  await asked(2)
  expect(countItems(lines())).toBe(3)
  calls[1]?.answer([aLine(2)])
  await asked(3)
  expect(countItems(lines())).toBe(3)
  calls[2]?.answer([aLine(3)])
  await Promise.all(adding)
  expect(lines()).toEqual([aLine(3)])
})

test("the shop's answer replaces the prediction", async () => {
  const { add, lines, calls, asked } = testShop()
  const adding = add(5)
  await asked(1)
  calls[0]?.answer([aLine(4)])
  await adding
  expect(lines()).toEqual([aLine(4)])
})

test("changing and removing a line send the cart's id", async () => {
  const { add, change, calls, asked, lines } = testShop()
  const adding = add(1)
  await asked(1)
  calls[0]?.answer([aLine(1)])
  await adding

  const changing = change(quantityChange(LINE, 3))
  await asked(2)
  expect(calls[1]).toMatchObject({
    method: "PATCH",
    path: `/api/cart/${LINE}`,
    cart: readCartId(),
    body: { quantity: 3 },
  })
  expect(countItems(lines())).toBe(3)
  calls[1]?.answer([aLine(3)])
  await changing

  const removing = change(removal(LINE))
  await asked(3)
  expect(calls[2]).toMatchObject({
    method: "DELETE",
    path: `/api/cart/${LINE}`,
    cart: readCartId(),
    body: undefined,
  })
  expect(lines()).toEqual([])
  calls[2]?.answer([])
  await removing
})

test("a rejected change fails at once, restores the last confirmed cart and reads the cart again", async () => {
  const { client, calls, asked, lines, add } = testShop()
  const first = add(1)
  await asked(1)
  calls[0]?.answer([aLine(1)])
  await first
  const second = add(2)
  await asked(2)
  expect(countItems(lines())).toBe(3)
  calls[1]?.refuse(409, "out_of_stock")
  await expect(second).rejects.toThrow("409")
  expect(lines()).toEqual([aLine(1)])
  expect(client.getQueryState(cartKey(readCartId()))?.isInvalidated).toBe(true)
})

test("an addition whose answer was lost is sent again with the same key", async () => {
  const { calls, asked, add, lines } = testShop()
  const adding = add(1)
  await asked(1)
  calls[0]?.refuse(503, "unavailable")
  await expect.poll(() => calls.length, { timeout: 3000 }).toBe(2)
  expect(calls[1]).toMatchObject({ method: "POST", key: calls[0]?.key, body: calls[0]?.body })
  expect(calls[0]?.key).toMatch(/^[A-Za-z0-9]{24}$/)
  calls[1]?.answer([aLine(1)])
  await adding
  expect(lines()).toEqual([aLine(1)])
})

test("each press is a separate addition", async () => {
  const { calls, asked, add } = testShop()
  const presses = [add(1), add(1)]
  await asked(1)
  calls[0]?.answer([aLine(1)])
  await asked(2)
  calls[1]?.answer([aLine(2)])
  await Promise.all(presses)
  expect(calls[0]?.key).not.toBe(calls[1]?.key)
})

test("when the cart has become an order, the addition starts a new cart", async () => {
  const { calls, asked, add, lines } = testShop()
  const adding = add(1)
  await asked(1)
  const old = readCartId()
  calls[0]?.refuse(409, "cart_completed")
  await asked(2)
  expect(readCartId()).not.toBe(old)
  expect(countItems(lines())).toBe(1)
  expect(calls[1]?.body).toMatchObject({ cartId: readCartId() })
  calls[1]?.answer([aLine(1)])
  await adding
  expect(lines()).toEqual([aLine(1)])
})

test("removing a line that another tab has removed is not a failure", async () => {
  const { change, calls, asked, lines, add } = testShop()
  const adding = add(1)
  await asked(1)
  calls[0]?.answer([aLine(1)])
  await adding
  const removing = change(removal(LINE))
  await asked(2)
  calls[1]?.refuse(404, "unknown_line")
  await asked(3)
  expect(calls[2]).toMatchObject({ method: "GET", path: `/api/cart/${String(readCartId())}` })
  calls[2]?.answer([])
  await removing
  expect(lines()).toEqual([])
})

test("a removed discount code does not come back with a cart that was read before", async () => {
  const { client, calls, asked, add, change, lines } = testShop()
  const discount = { code: "TEN", problem: null, applied: ["TEN"], goods: "1.30", delivery: {} }
  const storedDiscount = () => client.getQueryData(discountQuery(readCartId()).queryKey)?.discount
  const adding = add(1)
  await asked(1)
  calls[0]?.answer([aLine(1)])
  await adding
  const stopReading = new QueryObserver(client, cartQuery(readCartId())).subscribe(() => undefined)
  await asked(2)
  calls[1]?.answer([aLine(1)], discount)
  await expect.poll(storedDiscount).toEqual(discount)

  const slowRead = client.refetchQueries({ queryKey: cartKey(readCartId()) })
  await asked(3)
  const removing = change(codeChange(null))
  await asked(4)
  expect(calls[3]).toMatchObject({
    method: "DELETE",
    path: `/api/cart/${String(readCartId())}/discount`,
    body: undefined,
  })
  calls[3]?.answer([aLine(1)])
  await removing
  await asked(5)
  calls[4]?.answer([aLine(1)])
  await expect.poll(() => client.isFetching()).toBe(0)
  calls[2]?.answer([aLine(1)], discount)
  await slowRead
  // An answer takes several turns. A second one takes as many, so the first has been read by then.
  const otherCart = client.query(cartQuery(createCartId()))
  await asked(6)
  calls[5]?.answer([])
  await otherCart
  expect(storedDiscount()).toBeNull()
  expect(lines()).toEqual([aLine(1)])
  stopReading()
})
