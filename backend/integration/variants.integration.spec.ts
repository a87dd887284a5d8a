import { cartSchema, productSchema } from "@shop/contracts"
import { beforeAll, describe, expect, inject, it } from "vitest"
import { call, refused } from "./harness/call"
import { checkoutOf, order } from "./harness/checkout"
import { eventually } from "./harness/eventually"
import { freshCartId, makeProduct, type MadeProduct } from "./harness/fixtures"
import { askDatabase } from "./harness/postgres"
import { signInStaff, type Staff } from "./harness/staff"

let staff: Staff
let syrup: MadeProduct
beforeAll(async () => {
  staff = await signInStaff()
  syrup = await makeProduct(staff, {
    sizes: [
      { weight: "500 g", price: 9, stock: 4 },
      { weight: "250 g", price: 5, stock: 0 },
      { weight: "1 kg", price: 16, stock: 7 },
    ],
  })
})

const see = () => call(productSchema, `/api/products/${syrup.slug}`)
const add = (cartId: string, size: number | undefined, quantity = 1) => ({
  method: "POST" as const,
  body: {
    cartId,
    productId: syrup.id,
    quantity,
    ...(size === undefined ? {} : { variantId: syrup.variantIds[size] }),
  },
})

describe("a product in several sizes", () => {
  it("shows each size with its price, stock and unit price, and the first one's as the product's own", async () => {
    await eventually(async () => {
      expect(await see()).toMatchObject({ price: "9.00", weight: "500 g", stock: 4 })
      expect((await see()).variants).toEqual([
        {
          id: syrup.variantIds[0],
          weight: "500 g",
          price: "9.00",
          stock: 4,
          unitPrice: { price: "18.00", per: "kg" },
        },
        {
          id: syrup.variantIds[1],
          weight: "250 g",
          price: "5.00",
          stock: 0,
          unitPrice: { price: "20.00", per: "kg" },
        },
        {
          id: syrup.variantIds[2],
          weight: "1 kg",
          price: "16.00",
          stock: 7,
          unitPrice: { price: "16.00", per: "kg" },
        },
      ])
    })
  })

  it("has no variants in the response when there is only one size", async () => {
    const plain = await makeProduct(staff)
    await eventually(async () => {
      expect(await call(productSchema, `/api/products/${plain.slug}`)).not.toHaveProperty("variants")
    })
  })

  it("goes into the cart in the requested size, or the first by default", async () => {
    const cartId = freshCartId()
    await call(cartSchema, "/api/cart", add(cartId, 2))
    await call(cartSchema, "/api/cart", add(cartId, undefined))
    const lines = await call(cartSchema, "/api/cart", add(cartId, 2, 2))
    expect(
      lines.map(({ quantity, product }) => [product.weight, product.price, product.variantId, quantity]),
    ).toEqual([
      ["1 kg", "16.00", syrup.variantIds[2], 3],
      ["500 g", "9.00", syrup.variantIds[0], 1],
    ])
  })

  it("is ordered in the size of the cart's line, at its price and from its stock", async () => {
    const cartId = freshCartId()
    await call(cartSchema, "/api/cart", add(cartId, 2, 2))
    const { id } = await order(checkoutOf(cartId, 32))
    const sql = `select l.variant_title as weight, i.quantity::int, l.unit_price::float as price,
        l.metadata -> 'product_snapshot' -> 'netQuantity' as net
      from order_line_item l join order_item i on i.item_id = l.id where i.order_id = $1`
    expect(await askDatabase(inject("databaseUrl"), sql, [id])).toEqual([
      { weight: "1 kg", quantity: 2, price: 16, net: { value: 1, unit: "kg" } },
    ])
    await eventually(async () => {
      expect((await see()).variants?.map(({ stock }) => stock)).toEqual([4, 0, 5])
    })
  })

  it("has separate stock for each size", async () => {
    expect((await refused(409, "/api/cart", add(freshCartId(), 1))).detail).toMatch(/sold out/)
    expect((await refused(409, "/api/cart", add(freshCartId(), 0, 5))).code).toBe("out_of_stock")
  })

  it("cannot be added in another product's size", async () => {
    const other = await makeProduct(staff)
    const body = { cartId: freshCartId(), productId: other.id, variantId: syrup.variantIds[0], quantity: 1 }
    expect((await refused(404, "/api/cart", { method: "POST", body })).code).toBe("unknown_product")
  })

  it("stays what it is in a cart when staff delete its size: sold out, and not to be ordered", async () => {
    const sizes = ["100 g", "200 g"].map((weight, index) => ({ weight, price: 5 + 4 * index, stock: 3 }))
    const tea = await makeProduct(staff, { sizes })
    const cartId = freshCartId()
    const body = { cartId, productId: tea.id, variantId: tea.variantIds[1], quantity: 1 }
    await eventually(async () => {
      await call(cartSchema, "/api/cart", { method: "POST", body })
    })
    await staff.remove(`/admin/products/${tea.id}/variants/${tea.variantIds[1] ?? ""}`)
    await eventually(async () => {
      const [line] = await call(cartSchema, `/api/cart/${cartId}`)
      expect(line?.product).toMatchObject({ id: tea.id, weight: "200 g", price: "9.00", stock: 0 })
    })
    const placing = { method: "POST" as const, body: checkoutOf(cartId, 9) }
    expect((await refused(409, "/api/orders", placing)).code).toBe("withdrawn")
  })
})
