import type { Product } from "@shop/contracts"
import { expect, test } from "vitest"
import { sampleProduct } from "../../testing/sample-product"
import { pairingsFor } from "./goes-well-with"

const aProduct = (id: string, categoryId: string, more: Partial<Product> = {}): Product =>
  sampleProduct({ id, categoryId, featured: true, ...more })
const WITH_HONEY = new Set(["honey"])
const ids = (products: readonly Product[]) => products.map(({ id }) => id)

const honey = aProduct("honey", "honeys")
const comb = aProduct("comb", "honeys")
const demerara = aProduct("demerara", "sugars")
const muscovado = aProduct("muscovado", "sugars")
const ginger = aProduct("ginger", "concentrates")

test("two products of categories that the cart does not contain, one of each", () => {
  const candidates = [comb, honey, demerara, muscovado, ginger]
  expect(ids(pairingsFor(WITH_HONEY, candidates))).toEqual(["demerara", "ginger"])
})

test("with no other category, the rest of the cart's own, each once", () => {
  expect(ids(pairingsFor(WITH_HONEY, [honey, comb, comb, demerara]))).toEqual(["demerara", "comb"])
})

test("never what is in the cart, sold out, or sold in several sizes", () => {
  const gone = aProduct("gone", "teas", { stock: 0 })
  const size = { id: "small", weight: "1 g", price: "1.00", stock: 5, unitPrice: null }
  const sized = aProduct("sized", "jams", { variants: [size, { ...size, id: "large" }] })
  expect(pairingsFor(WITH_HONEY, [honey, gone, sized])).toEqual([])
})
