import { cartSchema, categorySchema, productSchema, type Product } from "@shop/contracts"
import { beforeAll, describe, expect, inject, it } from "vitest"
import { z } from "zod"
import { call, send } from "./harness/call"
import { checkoutOf, fillCart, order } from "./harness/checkout"
import { eventually } from "./harness/eventually"
import { makeProduct, putOnSale, setStock, type MadeProduct } from "./harness/fixtures"
import { askDatabase } from "./harness/postgres"
import { signInStaff, type Staff } from "./harness/staff"

let staff: Staff
beforeAll(async () => {
  staff = await signInStaff()
})

/** A product that the shop already shows, so that the test sees a change and not its first appearance. */
async function shownProduct(options: Parameters<typeof makeProduct>[1] = {}): Promise<MadeProduct> {
  const product = await makeProduct(staff, options)
  await expectShown(product, { stock: options.stock ?? 10 })
  return product
}

const expectShown = (product: MadeProduct, expected: Partial<Product>) =>
  eventually(async () => {
    expect(await call(productSchema, `/api/products/${product.slug}`)).toMatchObject(expected)
    const all = z.array(z.looseObject({ id: z.string() })).parse(await (await send("/api/products")).json())
    expect(all.find(({ id }) => id === product.id)).toMatchObject(expected)
  })
const expectGone = (product: MadeProduct) =>
  eventually(async () => {
    expect((await send(`/api/products/${product.slug}`)).status).toBe(404)
  })

describe("a change by staff appears in the shop:", () => {
  it("a title, a description and a badge", async () => {
    const product = await shownProduct()
    await staff.post(z.unknown(), `/admin/products/${product.id}`, {
      title: "Renamed honey",
      description: "Other words.",
      metadata: { badge: "Natural" },
    })
    await expectShown(product, { name: "Renamed honey", description: "Other words.", badge: "Natural" })
  })

  it("an address, and the former ones still find the product and the category", async () => {
    const { id, slug } = await shownProduct()
    const { product_category: category } = await staff.post(
      z.object({ product_category: z.object({ id: z.string() }) }),
      "/admin/product-categories",
      { name: slug, handle: `${slug}-jars`, is_active: true },
    )
    for (const handle of [`${slug}-2`, `${slug}-3`]) {
      await staff.post(z.unknown(), `/admin/products/${id}`, { handle })
      await staff.post(z.unknown(), `/admin/product-categories/${category.id}`, { handle: `${handle}-jars` })
    }
    await eventually(async () => {
      for (const former of [slug, `${slug}-2`, `${slug}-3`]) {
        expect(await call(productSchema, `/api/products/${former}`)).toMatchObject({ id, slug: `${slug}-3` })
        expect(await call(categorySchema, `/api/categories/${former}-jars`)).toMatchObject({
          id: category.id,
          slug: `${slug}-3-jars`,
        })
      }
    })
  })

  it("a photo, though staff name none of a product's photos its thumbnail", async () => {
    const product = await shownProduct()
    await staff.post(z.unknown(), `/admin/products/${product.id}`, {
      thumbnail: "",
      images: [
        { url: "http://localhost:9000/static/first.png" },
        { url: "http://localhost:9000/static/second.png" },
      ],
    })
    await expectShown(product, { image: "/static/first.png" })
    const [line] = await call(cartSchema, `/api/cart/${await fillCart(product)}`)
    expect(line?.product.image).toBe("/static/first.png")
  })

  it("a price, in the list, on the page and in a cart", async () => {
    const product = await shownProduct({ price: 5 })
    const cartId = await fillCart(product)
    await staff.post(z.unknown(), `/admin/products/${product.id}/variants/${product.variantId}`, {
      prices: [{ currency_code: "gbp", amount: 6.25 }],
    })
    await expectShown(product, { price: "6.25" })
    const [line] = await call(cartSchema, `/api/cart/${cartId}`)
    expect(line?.product.price).toBe("6.25")
  })

  it("a scheduled sale that starts and ends without a changed row", async () => {
    const product = await shownProduct({ price: 8 })
    const start = Date.now() + 2000
    const end = start + 4000
    await putOnSale(staff, product.variantId, 4, {
      starts_at: new Date(start).toISOString(),
      ends_at: new Date(end).toISOString(),
    })
    await expectShown(product, { price: "4.00", originalPrice: "8.00" })
    await expectShown(product, { price: "8.00" })
    expect(await call(productSchema, `/api/products/${product.slug}`)).not.toHaveProperty("originalPrice")
  })

  it("a count of the stock", async () => {
    const product = await shownProduct({ stock: 10 })
    await setStock(staff, product, 3)
    await expectShown(product, { stock: 3 })
  })

  it("the stock after an order", async () => {
    const product = await shownProduct({ stock: 5, price: 5 })
    await order(checkoutOf(await fillCart(product, 2), 10))
    await expectShown(product, { stock: 3 })
  })

  it("that a product is featured, by its tag", async () => {
    const { product_tags: tags } = await staff.get(
      z.object({ product_tags: z.array(z.object({ id: z.string() })) }),
      "/admin/product-tags?value=featured",
    )
    const product = await shownProduct()
    await staff.post(z.unknown(), `/admin/products/${product.id}`, { tags })
    await expectShown(product, { featured: true })
    await staff.post(z.unknown(), `/admin/products/${product.id}`, { tags: [] })
    await expectShown(product, { featured: false })
  })

  it("that it is in another category", async () => {
    const { product_categories: categories } = await staff.get(
      z.object({ product_categories: z.array(z.object({ id: z.string() })) }),
      "/admin/product-categories?handle=plant-concentrates",
    )
    const product = await shownProduct()
    await staff.post(z.unknown(), `/admin/products/${product.id}`, { categories })
    await expectShown(product, { categoryId: categories[0]?.id ?? "none" })
  })

  it("that it is withdrawn, and back again, and deleted", async () => {
    const product = await shownProduct()
    await staff.post(z.unknown(), `/admin/products/${product.id}`, { status: "draft" })
    await expectGone(product)
    await staff.post(z.unknown(), `/admin/products/${product.id}`, { status: "published" })
    await expectShown(product, {})
    await staff.remove(`/admin/products/${product.id}`)
    await expectGone(product)
  })

  it("a change by another process, without an event", async () => {
    const product = await shownProduct()
    const sql = "update product set title = 'Written elsewhere', updated_at = now() where id = $1"
    await askDatabase(inject("databaseUrl"), sql, [product.id])
    await expectShown(product, { name: "Written elsewhere" })
  })
})

describe("not shown:", () => {
  it("a draft", async () => {
    const draft = await makeProduct(staff, { status: "draft" })
    expect((await send(`/api/products/${draft.slug}`)).status).toBe(404)
  })

  it("a product that is not in the shop's sales channel", async () => {
    const product = await shownProduct()
    const { sales_channels: channels } = await staff.get(
      z.object({ sales_channels: z.array(z.object({ id: z.string() })) }),
      "/admin/sales-channels",
    )
    await staff.post(z.unknown(), `/admin/sales-channels/${channels[0]?.id ?? ""}/products`, {
      remove: [product.id],
    })
    await expectGone(product)
  })
})
