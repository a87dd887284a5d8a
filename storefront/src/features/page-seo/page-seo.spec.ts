import { expect, test } from "vitest"
import { canonicalAddress, isSearchResult } from "./page-seo"

test.each([
  "/products/category/honey",
  "/Products/Category/HONEY",
  "/products/category/honey/",
  "//products/category//honey",
  "/products/category/%68one%79",
])("%s has one address", (pathname) =>
  expect(canonicalAddress(pathname, "https://shop.example")).toBe(
    "https://shop.example/products/category/honey",
  ),
)

test.each([
  ["/product/demerara%2Dsugar", "/product/demerara-sugar"],
  ["/product/caf%C3%A9", "/product/caf%c3%a9"],
  ["/product/50%25%2Foff", "/product/50%25%2foff"],
])("the address of %s is %s", (pathname, address) => {
  expect(canonicalAddress(pathname, "https://shop.example")).toBe(`https://shop.example${address}`)
})

test("the home page keeps its slash", () => {
  expect(canonicalAddress("/", "https://shop.example")).toBe("https://shop.example/")
})

test.each(["//:99999", "//[", "/\\"])("%s has an address", (pathname) => {
  expect(canonicalAddress(pathname, "https://shop.example")).toMatch(/^https:\/\/shop\.example\//)
})

test("a sorted list is a page for search engines, a search result is not", () => {
  expect(isSearchResult("?sort=name")).toBe(false)
  expect(isSearchResult("?search=%20&sort=name")).toBe(false)
  expect(isSearchResult("?sort=name&search=heather")).toBe(true)
})
