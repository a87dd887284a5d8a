import type { Product } from "@shop/contracts"
import { expect, test } from "vitest"
import { sampleProduct } from "../../testing/sample-product"
import { relatedTo } from "./related-to"

const aProduct = (id: string, stock = 5, categoryId = "pcat_1"): Product =>
  sampleProduct({ id, stock, categoryId })
const ids = (products: readonly Product[]) => products.map(({ id }) => id)

test("without other categories four products of the category are related, those in stock first, never the product itself", () => {
  const category = ["a", "b", "c", "d", "e", "f"].map((id) => aProduct(id, id === "b" ? 0 : 5))
  expect(ids(relatedTo(aProduct("a"), category))).toEqual(["c", "d", "e", "f"])
  expect(ids(relatedTo(aProduct("a"), category.slice(0, 3)))).toEqual(["c", "b"])
})

test("two of the four are from two other categories, and in stock", () => {
  const category = ["a", "b", "c", "d", "e"].map((id) => aProduct(id))
  const others = [
    aProduct("a"),
    aProduct("sold out", 0, "pcat_2"),
    aProduct("sugar", 5, "pcat_2"),
    aProduct("more sugar", 5, "pcat_2"),
    aProduct("syrup", 5, "pcat_3"),
    aProduct("tea", 5, "pcat_4"),
  ]
  expect(ids(relatedTo(aProduct("a"), category, others))).toEqual(["b", "c", "sugar", "syrup"])
  expect(ids(relatedTo(aProduct("a"), category.slice(0, 2), others))).toEqual(["b", "sugar", "syrup", "tea"])
  expect(ids(relatedTo(aProduct("a"), category, others.slice(0, 3)))).toEqual(["b", "c", "d", "sugar"])
})

test("other products fill up a category with too few, each once", () => {
  const category = [aProduct("a"), aProduct("b")]
  const others = ["a", "b", "x", "y", "z", "zz"].map((id) => aProduct(id))
  expect(ids(relatedTo(aProduct("a"), category, others))).toEqual(["b", "x", "y", "z"])
})
