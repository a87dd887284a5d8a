import { cartSchema } from "@shop/contracts"
import { beforeAll, describe, expect, inject, it } from "vitest"
import { call, refused } from "./harness/call"
import { fillCart } from "./harness/checkout"
import { makeProduct, putOnSale, type MadeProduct } from "./harness/fixtures"
import { askDatabase } from "./harness/postgres"
import { makePromotion } from "./harness/promotions"
import { signInStaff, type Staff } from "./harness/staff"
import { openStoreApi, type StoreApi } from "./harness/store-api"

let staff: Staff
let store: StoreApi
beforeAll(async () => {
  staff = await signInStaff()
  store = await openStoreApi(staff, inject("backendUrl"))
})

const rows = (sql: string, cartId: string) =>
  askDatabase<Record<string, unknown>>(inject("databaseUrl"), sql, [cartId])

/** A row without ids and times, which differ between two carts. */
function withoutIdentity(row: Record<string, unknown>): Record<string, unknown> {
  const { id: _id, cart_id: _cart, created_at: _created, updated_at: _updated, ...rest } = row
  return rest
}

const linesOf = async (cartId: string) =>
  (
    await rows(
      "select * from cart_line_item where cart_id = $1 and deleted_at is null order by title",
      cartId,
    )
  ).map(withoutIdentity)

/** The discount of each line, in pounds. */
const reductionsOf = (cartId: string) =>
  rows(
    `select i.quantity, sum(a.amount)::float as off from cart_line_item i
     join cart_line_item_adjustment a on a.item_id = i.id and a.deleted_at is null
     where i.cart_id = $1 and i.deleted_at is null group by i.id, i.quantity`,
    cartId,
  )

async function lineIdOf(cartId: string): Promise<string> {
  const [line] = await call(cartSchema, `/api/cart/${cartId}`)
  if (!line) throw new Error("The cart is empty.")
  return line.id
}

describe("the fast path writes the lines that Medusa's own calls write", () => {
  const place = async (product: MadeProduct, sugar: MadeProduct) => {
    const ours = await fillCart(product, 2)
    await fillCart(sugar, 1, ours)
    await fillCart(product, 1, ours)
    const theirs = await store.createCart()
    await store.addItem(theirs, product.variantId, 2)
    await store.addItem(theirs, sugar.variantId, 1)
    await store.addItem(theirs, product.variantId, 1)
    return { ours, theirs }
  }

  it("column by column", async () => {
    const { ours, theirs } = await place(await makeProduct(staff), await makeProduct(staff, { price: 4.35 }))
    const lines = await linesOf(ours)
    expect(lines).toHaveLength(2)
    expect(lines).toEqual(await linesOf(theirs))
  })

  it("also during a sale, with the original price", async () => {
    const product = await makeProduct(staff, { price: 8 })
    await putOnSale(staff, product.variantId, 6.4)
    const { ours, theirs } = await place(product, await makeProduct(staff))
    const lines = await linesOf(ours)
    expect(lines.map((line) => [line["unit_price"], line["compare_at_unit_price"]])).toContainEqual([
      "6.4",
      "8",
    ])
    expect(lines).toEqual(await linesOf(theirs))
  })

  it("and reads and changes a cart that Medusa's own calls created", async () => {
    const product = await makeProduct(staff)
    const cartId = await store.createCart()
    await store.addItem(cartId, product.variantId, 1)
    await fillCart(product, 2, cartId)
    const [line] = await call(cartSchema, `/api/cart/${cartId}`)
    expect(line).toMatchObject({ quantity: 3, product: { id: product.id } })
  })
})

describe("a cart with a promotion that Medusa's API applied takes the standard path", () => {
  it("and its discount follows every change", async () => {
    const product = await makeProduct(staff, { price: 20, stock: 5 })
    const { code } = await makePromotion(staff, { value: 10, target: "items" })
    const cartId = await fillCart(product)
    await store.addPromotion(cartId, code)
    expect(await reductionsOf(cartId)).toEqual([{ quantity: 1, off: 2 }])

    await fillCart(product, 2, cartId)
    expect(await reductionsOf(cartId)).toEqual([{ quantity: 3, off: 6 }])
    const path = `/api/cart/${await lineIdOf(cartId)}`
    await call(cartSchema, path, { method: "PATCH", body: { quantity: 2 } })
    expect(await reductionsOf(cartId)).toEqual([{ quantity: 2, off: 4 }])
    const tooMany = { method: "PATCH", body: { quantity: 6 } } as const
    expect((await refused(409, path, tooMany)).available).toBe(5)
    expect(await call(cartSchema, path, { method: "DELETE" })).toEqual([])
  })
})
