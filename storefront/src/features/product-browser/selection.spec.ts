import { expect, test } from "vitest"
import { selectionFrom } from "./selection"

test("an address without anything asks for all products, featured first", () => {
  expect(selectionFrom(new URLSearchParams(), "")).toEqual({ search: "", sort: "featured", category: "" })
})

test("values that mean nothing fall back", () => {
  const params = new URLSearchParams({ sort: "by-magic", search: `  ${"x".repeat(300)}  ` })
  const { sort, search } = selectionFrom(params, "honey")
  expect(sort).toBe("featured")
  expect(search).toHaveLength(100)
})

test("search and sort come from the address", () => {
  expect(selectionFrom(new URLSearchParams("search=heather&sort=price-low"), "honey")).toEqual({
    search: "heather",
    sort: "price-low",
    category: "honey",
  })
})
