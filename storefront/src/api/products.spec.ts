import { productSchema } from "@shop/contracts"
import { expect, test } from "vitest"
import { sampleProduct } from "../testing/sample-product"

test.each([
  [12.5, "12.50"],
  [12, "12.00"],
  ["12.5", "12.50"],
  ["12.95", "12.95"],
])("a price that arrives as %j is read as %s", (price, read) => {
  expect(productSchema.parse({ ...sampleProduct({ id: "a" }), price }).price).toBe(read)
})

test.each([12.345, "1e2", "free", -1, null])("%j is no price", (price) => {
  expect(productSchema.safeParse({ ...sampleProduct({ id: "a" }), price }).success).toBe(false)
})
