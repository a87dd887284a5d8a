import { type Product, productSchema } from "@shop/contracts"
import { expect, test } from "vitest"
import { relatedTo } from "./products"

const aProduct = (id: string, stock = 5): Product => ({
  id,
  slug: id,
  name: id,
  description: "",
  image: null,
  price: "1.00",
  weight: "100 g",
  badge: null,
  stock,
  featured: false,
  categoryId: "pcat_1",
})
const ids = (products: readonly Product[]) => products.map(({ id }) => id)

test.each([
  [12.5, "12.50"],
  [12, "12.00"],
  ["12.5", "12.50"],
  ["12.95", "12.95"],
])("a price that arrives as %j is read as %s", (price, read) => {
  expect(productSchema.parse({ ...aProduct("a"), price }).price).toBe(read)
})

test.each([12.345, "1e2", "free", -1, null])("%j is no price", (price) => {
  expect(productSchema.safeParse({ ...aProduct("a"), price }).success).toBe(false)
})

test("four products of the category are related, those in stock first, never the product itself", () => {
  const category = ["a", "b", "c", "d", "e", "f"].map((id) => aProduct(id, id === "b" ? 0 : 5))
  expect(ids(relatedTo(aProduct("a"), category))).toEqual(["c", "d", "e", "f"])
  expect(ids(relatedTo(aProduct("a"), category.slice(0, 3)))).toEqual(["c", "b"])
})

test("other products fill up a category with too few, each once", () => {
  const category = [aProduct("a"), aProduct("b")]
  const others = ["a", "b", "x", "y", "z", "zz"].map((id) => aProduct(id))
  expect(ids(relatedTo(aProduct("a"), category, others))).toEqual(["b", "x", "y", "z"])
})
