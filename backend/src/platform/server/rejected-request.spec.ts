import { expect, it } from "vitest"
import { rejectedUrl } from "./rejected-request"

it.each([
  "/",
  "/api/products?search=honey&sort=name",
  "/admin/products?filters[0][id]=1&limit=20",
  "/api/products?search=%5B2024%5D",
])("reads %s", (url) => {
  expect(rejectedUrl(url)).toBeNull()
})

it("lets the admin ask for a hundred things by their ids", () => {
  const ids = Array.from({ length: 100 }, (_, index) => `id[${index}]=prod_01M7XZYB2YHF0W41DWSGZP5NB1`)
  expect(rejectedUrl(`/admin/products?${ids.join("&")}`)).toBeNull()
})

it("refuses an address longer than any of the shop's", () => {
  expect(rejectedUrl(`/api/products?search=${"a".repeat(2048)}`)?.status).toBe(414)
  expect(rejectedUrl(`/admin/${"a".repeat(600)}`)?.status).toBe(414)
})

it.each([
  "/?a[100000000]=1",
  "/api/x?b=1&a%5B99999%5D=1",
  "/store/products?a[0][1000000]=x",
  "/?a%5b100000%5d=1",
  "/?x=[1000000]=1",
  "/?a[1000000]",
  "/?a[%31000000]=1",
  "/?a[1%30000%30]=1",
])("refuses %s, for which the query parser would build a list that long", (url) => {
  expect(rejectedUrl(url)?.status).toBe(400)
})

it.each(["/API/orders", "/Api", "/ADMIN/orders?limit=1", "/sTore/carts", "/api/orders/a%00b", "/admin/x%00"])(
  "does not know %s",
  (url) => {
    expect(rejectedUrl(url)?.status).toBe(404)
  },
)

it("leaves the letters of the rest of an address as they are", () => {
  expect(rejectedUrl("/api/orders/order_01ABC")).toBeNull()
  expect(rejectedUrl("/?Key=A")).toBeNull()
})
