import { CART_HEADER, cartSchema, IDEMPOTENCY_HEADER, ORDER_HEADER, type CartItem } from "@shop/contracts"
import { beforeAll, describe, expect, inject, it } from "vitest"
import { z } from "zod"
import { call, refused, send } from "./harness/call"
import { checkoutOf, fillCart, order } from "./harness/checkout"
import { eventually } from "./harness/eventually"
import { freshCartId, makeProduct, setStock, type MadeProduct } from "./harness/fixtures"
import { askDatabase } from "./harness/postgres"
import { signInStaff, type Staff } from "./harness/staff"

let staff: Staff
let honey: MadeProduct
beforeAll(async () => {
  staff = await signInStaff()
  honey = await makeProduct(staff, { stock: 50, price: 5 })
})

const readCart = (cartId: string) => call(cartSchema, `/api/cart/${cartId}`)
const add = (cartId: string, productId: string, quantity = 1) => ({
  method: "POST" as const,
  body: { cartId, productId, quantity },
})
const shape = (cart: readonly CartItem[]) => cart.map(({ quantity, product }) => [product.id, quantity])

/** Rows that a rejected call must not leave behind. */
async function countRows(cartId: string): Promise<{ carts: number; lines: number }> {
  const [row] = await askDatabase<{ carts: number; lines: number }>(
    inject("databaseUrl"),
    `select (select count(*)::int from cart where id = $1) as carts,
      (select count(*)::int from cart_line_item where cart_id = $1) as lines`,
    [cartId],
  )
  return row ?? { carts: -1, lines: -1 }
}

async function lineOf(cartId: string): Promise<string> {
  const [line] = await readCart(cartId)
  if (!line) throw new Error("The cart is empty.")
  return line.id
}

describe("adding", () => {
  it("creates the cart with the client's id and returns all of it", async () => {
    const cartId = freshCartId()
    expect(await readCart(cartId)).toEqual([])
    const response = await send("/api/cart", add(cartId, honey.id, 2))
    expect(response.status).toBe(201)
    expect(response.headers.get("cache-control")).toBe("no-store")
    const [line, ...others] = await readCart(cartId)
    expect(others).toEqual([])
    expect(await response.json()).toEqual([line])
    expect(line).toMatchObject({
      quantity: 2,
      product: { id: honey.id, slug: honey.slug, name: honey.name, weight: "250 g", price: "5.00" },
    })
    const [cart] = await askDatabase(inject("databaseUrl"), "select * from cart where id = $1", [cartId])
    expect(cart).toMatchObject({ currency_code: "gbp", email: null, customer_id: null })
  })

  it("adds the same product to its line and another product on a new line", async () => {
    const sugar = await makeProduct(staff)
    const cartId = await fillCart(honey, 2)
    await fillCart(honey, 1, cartId)
    await fillCart(sugar, 1, cartId)
    expect(shape(await readCart(cartId))).toEqual([
      [honey.id, 3],
      [sugar.id, 1],
    ])
  })

  it("ten times at once results in a quantity of ten", async () => {
    const cartId = freshCartId()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send("/api/cart", add(cartId, honey.id))),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 201))
    expect(shape(await readCart(cartId))).toEqual([[honey.id, 10]])
    expect(await countRows(cartId)).toEqual({ carts: 1, lines: 1 })
  })

  it("by twenty shoppers at once gives each their own cart", async () => {
    const carts = await Promise.all(Array.from({ length: 20 }, () => fillCart(honey, 2)))
    for (const cart of await Promise.all(carts.map(readCart))) expect(shape(cart)).toEqual([[honey.id, 2]])
  })

  it("uses the current price, not the one that the catalogue last showed", async () => {
    const product = await makeProduct(staff, { price: 5 })
    await staff.post(z.unknown(), `/admin/products/${product.id}/variants/${product.variantId}`, {
      prices: [{ currency_code: "gbp", amount: 7.35 }],
    })
    const cartId = await fillCart(product)
    const sql = "select unit_price::float as price, is_tax_inclusive from cart_line_item where cart_id = $1"
    expect(await askDatabase(inject("databaseUrl"), sql, [cartId])).toEqual([
      { price: 7.35, is_tax_inclusive: true },
    ])
  })
})

describe("adding is rejected, and nothing remains,", () => {
  it("for a product that does not exist or is withdrawn", async () => {
    const draft = await makeProduct(staff, { status: "draft" })
    for (const productId of ["prod_01NOSUCHTHING", draft.id, "x"]) {
      const cartId = freshCartId()
      expect((await refused(404, "/api/cart", add(cartId, productId))).code).toBe("unknown_product")
      expect(await countRows(cartId)).toEqual({ carts: 0, lines: 0 })
    }
  })

  it.each([0, -1, 1.5, 10_000, "1", null, Number.MAX_SAFE_INTEGER])(
    "for a quantity of %s",
    async (quantity) => {
      const cartId = freshCartId()
      const body = { cartId, productId: honey.id, quantity }
      const problem = await refused(400, "/api/cart", { method: "POST", body })
      expect(problem.errors?.[0]?.field).toBe("quantity")
      expect(await countRows(cartId)).toEqual({ carts: 0, lines: 0 })
    },
  )

  it.each([
    { cartId: "cart_short" },
    { cartId: "../../etc/passwd" },
    { cartId: undefined },
    { productId: "" },
    { productId: 7 },
    { price: "0.01" },
  ])("for a body with %o", async (wrong) => {
    const body = { cartId: freshCartId(), productId: honey.id, quantity: 1, ...wrong }
    await refused(400, "/api/cart", { method: "POST", body })
  })

  it("for malformed JSON", async () => {
    expect((await refused(400, "/api/cart", { method: "POST", body: "{" })).code).toBe("malformed_json")
  })

  it("above the stock, and the error says how many are left", async () => {
    const product = await makeProduct(staff, { stock: 3, name: "Rare honey" })
    const cartId = freshCartId()
    expect(await refused(409, "/api/cart", add(cartId, product.id, 4))).toMatchObject({
      code: "out_of_stock",
      available: 3,
      detail: "Only 3 of Rare honey are left.",
    })
    expect(await countRows(cartId)).toEqual({ carts: 0, lines: 0 })
  })

  it("above the stock together with the quantity in the cart", async () => {
    const product = await makeProduct(staff, { stock: 3, name: "Rare honey" })
    const cartId = await fillCart(product, 2)
    expect(await refused(409, "/api/cart", add(cartId, product.id, 2))).toMatchObject({
      available: 3,
      detail: "Only 3 of Rare honey are left, and your cart holds 2 already.",
    })
    expect(shape(await readCart(cartId))).toEqual([[product.id, 2]])
  })

  it("when it is sold out", async () => {
    const product = await makeProduct(staff, { stock: 0, name: "Rare honey" })
    expect(await refused(409, "/api/cart", add(freshCartId(), product.id))).toMatchObject({
      available: 0,
      detail: "Rare honey is sold out.",
    })
  })

  it("when other shoppers have ordered the rest, whatever the catalogue last showed", async () => {
    const product = await makeProduct(staff, { stock: 2, price: 5 })
    await order(checkoutOf(await fillCart(product, 2), 10))
    expect((await refused(409, "/api/cart", add(freshCartId(), product.id))).available).toBe(0)
  })
})

describe("an addition with an idempotency key", () => {
  const once = (cartId: string, productId: string, key: string, quantity = 1) => ({
    ...add(cartId, productId, quantity),
    headers: { [IDEMPOTENCY_HEADER]: key },
  })
  const aKey = () => freshCartId().replace("cart_", "")

  it("is made once, however often it is requested: in a new cart, on a line, and beside one", async () => {
    const sugar = await makeProduct(staff)
    // The stock comes from the catalogue, which may be half a second old.
    await eventually(async () => expect((await send(`/api/products/${sugar.slug}`)).status).toBe(200))
    const cartId = freshCartId()
    for (const addition of [
      once(cartId, honey.id, aKey(), 2),
      once(cartId, honey.id, aKey(), 1),
      once(cartId, sugar.id, aKey(), 4),
    ]) {
      const first = await call(cartSchema, "/api/cart", addition)
      expect(await call(cartSchema, "/api/cart", addition)).toEqual(first)
    }
    expect(shape(await readCart(cartId))).toEqual([
      [honey.id, 3],
      [sugar.id, 4],
    ])
  })

  it("is made once when it is requested ten times at once", async () => {
    const [cartId, key] = [freshCartId(), aKey()]
    await Promise.all(Array.from({ length: 10 }, () => send("/api/cart", once(cartId, honey.id, key))))
    expect(shape(await readCart(cartId))).toEqual([[honey.id, 1]])
  })

  it("is not repeated after its line was removed, and another key adds again", async () => {
    const [cartId, key] = [freshCartId(), aKey()]
    await call(cartSchema, "/api/cart", once(cartId, honey.id, key))
    await call(cartSchema, `/api/cart/${await lineOf(cartId)}`, { method: "DELETE" })
    expect(await call(cartSchema, "/api/cart", once(cartId, honey.id, key))).toEqual([])
    expect(shape(await call(cartSchema, "/api/cart", once(cartId, honey.id, aKey())))).toEqual([
      [honey.id, 1],
    ])
  })

  it("can be repeated after a rejection", async () => {
    const product = await makeProduct(staff, { stock: 0 })
    const [cartId, key] = [freshCartId(), aKey()]
    await refused(409, "/api/cart", once(cartId, product.id, key))
    await setStock(staff, product, 1)
    expect(shape(await call(cartSchema, "/api/cart", once(cartId, product.id, key)))).toEqual([
      [product.id, 1],
    ])
  })

  it("leaves no key on the order; an invalid key is rejected", async () => {
    const product = await makeProduct(staff, { price: 5 })
    const cartId = freshCartId()
    await refused(400, "/api/cart", once(cartId, product.id, "short"))
    await call(cartSchema, "/api/cart", once(cartId, product.id, aKey()))
    const { id } = await order(checkoutOf(cartId, 5))
    const sql = `select metadata from "order" where id = $1`
    expect(await askDatabase(inject("databaseUrl"), sql, [id])).toEqual([{ metadata: { cart_id: cartId } }])
  })
})

describe("a line", () => {
  it("can change its quantity", async () => {
    const cartId = await fillCart(honey, 2)
    const path = `/api/cart/${await lineOf(cartId)}`
    const cart = await call(cartSchema, path, { method: "PATCH", body: { quantity: 7 } })
    expect(shape(cart)).toEqual([[honey.id, 7]])
    expect(await readCart(cartId)).toEqual(cart)
  })

  it.each([0, -1, 1.5])("rejects a quantity of %s", async (quantity) => {
    const cartId = await fillCart(honey, 2)
    await refused(400, `/api/cart/${await lineOf(cartId)}`, { method: "PATCH", body: { quantity } })
    await refused(400, `/api/cart/${await lineOf(cartId)}`, {
      method: "PATCH",
      body: { quantity: 1, price: 1 },
    })
    expect(shape(await readCart(cartId))).toEqual([[honey.id, 2]])
  })

  it("does not grow above the stock", async () => {
    const product = await makeProduct(staff, { stock: 3, name: "Rare honey" })
    const cartId = await fillCart(product, 2)
    const path = `/api/cart/${await lineOf(cartId)}`
    expect(await refused(409, path, { method: "PATCH", body: { quantity: 4 } })).toMatchObject({
      code: "out_of_stock",
      available: 3,
      detail: "Only 3 of Rare honey are left.",
    })
    await setStock(staff, product, 1)
    expect((await refused(409, path, { method: "PATCH", body: { quantity: 2 } })).detail).toBe(
      "Only 1 of Rare honey is left.",
    )
    expect(shape(await call(cartSchema, path, { method: "PATCH", body: { quantity: 1 } }))).toEqual([
      [product.id, 1],
    ])
  })

  it("is removed once", async () => {
    const cartId = await fillCart(honey)
    const path = `/api/cart/${await lineOf(cartId)}`
    expect(await call(cartSchema, path, { method: "DELETE" })).toEqual([])
    expect((await refused(404, path, { method: "DELETE" })).code).toBe("unknown_line")
    expect((await refused(404, path, { method: "PATCH", body: { quantity: 1 } })).code).toBe("unknown_line")
    expect(await readCart(cartId)).toEqual([])
  })

  it("whose product was withdrawn stays readable, cannot grow, and can be removed", async () => {
    const product = await makeProduct(staff, { name: "Passing honey" })
    const cartId = await fillCart(product, 2)
    await staff.remove(`/admin/products/${product.id}`)
    const path = `/api/cart/${await lineOf(cartId)}`
    expect((await refused(409, path, { method: "PATCH", body: { quantity: 3 } })).available).toBe(0)
    const withdrawn = { quantity: 2, product: { name: "Passing honey", price: "5.00", stock: 0 } }
    await eventually(async () => expect(await readCart(cartId)).toMatchObject([withdrawn]))
    expect(await call(cartSchema, path, { method: "DELETE" })).toEqual([])
  })
})

describe("a line of another shopper's cart is unknown", () => {
  it("to a shopper who names their own cart in the header", async () => {
    const [mine, theirs] = [await fillCart(honey), await fillCart(honey, 2)]
    const path = `/api/cart/${await lineOf(theirs)}`
    const headers = { [CART_HEADER]: mine }
    for (const change of [{ method: "DELETE" }, { method: "PATCH", body: { quantity: 9 } }] as const) {
      expect((await refused(404, path, { ...change, headers })).code).toBe("unknown_line")
    }
    expect(shape(await readCart(theirs))).toEqual([[honey.id, 2]])
    await call(cartSchema, path, { method: "DELETE", headers: { [CART_HEADER]: theirs } })
  })

  it("to a shopper with the cookie of their own cart", async () => {
    const [mine, theirs] = [await fillCart(honey), await fillCart(honey)]
    const cookie = (await send(`/api/cart/${mine}`)).headers.get("set-cookie") ?? ""
    expect(cookie).toMatch(new RegExp(`^cart=${mine}; .*Path=/api/cart; .*HttpOnly; SameSite=Lax$`))
    const headers = { cookie: `cart=${mine}` }
    await refused(404, `/api/cart/${await lineOf(theirs)}`, { method: "DELETE", headers })
    expect(await call(cartSchema, `/api/cart/${await lineOf(mine)}`, { method: "DELETE", headers })).toEqual(
      [],
    )
  })

  it("a header with an invalid cart id is rejected, and an invalid cookie is ignored", async () => {
    const path = `/api/cart/${await lineOf(await fillCart(honey))}`
    await refused(400, path, { method: "DELETE", headers: { [CART_HEADER]: "mine" } })
    await call(cartSchema, path, { method: "DELETE", headers: { cookie: "cart=mine" } })
  })

  it("like a line that never existed; a malformed id is rejected", async () => {
    await refused(404, "/api/cart/cali_01ARZ3NDEKTSV4RRFFQ69G5FAV", { method: "DELETE" })
    await refused(400, "/api/cart/cali_x", { method: "DELETE" })
  })
})

describe("reading", () => {
  it("an unknown cart is an empty list that sets no cookie; a malformed id is rejected", async () => {
    const response = await send(`/api/cart/${freshCartId()}`)
    expect(await response.json()).toEqual([])
    expect(response.headers.get("set-cookie")).toBeNull()
    await refused(400, "/api/cart/mine")
  })
})

describe("a cart that has become an order", () => {
  it("reads as empty and says which order it became", async () => {
    const cartId = await fillCart(honey)
    expect((await send(`/api/cart/${cartId}`)).headers.get(ORDER_HEADER)).toBeNull()
    const { id } = await order(checkoutOf(cartId, 5))
    const response = await send(`/api/cart/${cartId}`)
    expect(response.headers.get(ORDER_HEADER)).toBe(id)
    expect(await response.json()).toEqual([])
  })

  it("accepts no more lines", async () => {
    const product = await makeProduct(staff, { price: 5 })
    const cartId = await fillCart(product)
    const path = `/api/cart/${await lineOf(cartId)}`
    await order(checkoutOf(cartId, 5))
    expect(await readCart(cartId)).toEqual([])
    const problems = [
      await refused(409, "/api/cart", add(cartId, product.id)),
      await refused(409, path, { method: "PATCH", body: { quantity: 2 } }),
      await refused(409, path, { method: "DELETE" }),
    ]
    expect(problems.map((problem) => problem.code)).toEqual(Array.from({ length: 3 }, () => "cart_completed"))
  })
})
