import { expect, test } from "vitest"
import { beginningAt, exactly, MOST_PAGES, selectionFrom, withDiets } from "./selection"

test("an address without parameters selects all products, featured first", () => {
  expect(selectionFrom(new URLSearchParams(), "")).toEqual({
    search: "",
    isExact: false,
    sort: "featured",
    category: "",
    diets: [],
    after: "",
    pages: 1,
  })
})

test("invalid values fall back to the default", () => {
  const params = new URLSearchParams({ sort: "by-magic", search: `  ${"x".repeat(300)}  ` })
  const { sort, search } = selectionFrom(params, "honey")
  expect(sort).toBe("featured")
  expect(search).toHaveLength(100)
})

test("search, sort and the list's length come from the address", () => {
  const params = new URLSearchParams(
    "search=heather&sort=price-low&diet=no-nuts+magic+vegan&after=WzFd&pages=3",
  )
  expect(selectionFrom(params, "honey")).toEqual({
    search: "heather",
    isExact: false,
    sort: "price-low",
    category: "honey",
    diets: ["vegan", "no-nuts"],
    after: "WzFd",
    pages: 3,
  })
})

test.each(["0", "-2", "many", "1e999", "Infinity", "2.9", "4000000"])(
  "%s pages are within the limit",
  (pages) => {
    const shown = selectionFrom(new URLSearchParams({ pages }), "").pages
    expect(Number.isInteger(shown)).toBe(true)
    expect(shown).toBeGreaterThanOrEqual(1)
    expect(shown).toBeLessThanOrEqual(MOST_PAGES)
  },
)

test("the next part of a list keeps search and sort, and restarts its page count", () => {
  const params = new URLSearchParams("search=heather&pages=15&after=WzFd")
  expect(beginningAt(params, "WzJd")).toBe("?search=heather&after=WzJd")
  expect(beginningAt(params)).toBe("?search=heather")
  expect(beginningAt(new URLSearchParams("pages=2"))).toBe("")
})

test("other diets keep the search and start at the first page", () => {
  const params = new URLSearchParams("search=heather&diet=vegan&pages=2&after=WzFd")
  expect(withDiets(params, ["vegan", "no-milk"])).toBe("?search=heather&diet=vegan+no-milk")
  expect(withDiets(new URLSearchParams("diet=vegan"), [])).toBe("")
})

test("the exact search keeps the sort and starts at the first page", () => {
  const address = exactly(new URLSearchParams("search=hony&sort=name&pages=2&after=WzFd"))
  expect(address).toBe("?search=hony&sort=name&exact=1")
  expect(selectionFrom(new URLSearchParams(address), "")).toMatchObject({ search: "hony", isExact: true })
})
