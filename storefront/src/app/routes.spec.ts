import { expect, test } from "vitest"
import { matchPage } from "./routes"

test.each([
  ["/", "home", {}],
  ["/Products/", "products", {}],
  ["//", "home", {}],
  ["//products//category/honey", "category", { slug: "honey" }],
  ["/products/category/honey", "category", { slug: "honey" }],
  ["/PRODUCT/Heather-Honey", "product", { slug: "Heather-Honey" }],
  ["/product/caf%C3%A9%20%2F%20bar", "product", { slug: "café / bar" }],
  ["/orders", "orders", {}],
  ["/orders/find", "find-order", {}],
  ["/orders/order_1", "order", { id: "order_1" }],
])("%s is the page %s", (path, name, params) => {
  expect(matchPage(path)).toMatchObject({ route: { id: `src/pages/${name}.tsx` }, params })
})

test.each(["/no/such/page", "/product", "/product/a/b", "/%zz", "/product/%E0%A4%A"])(
  "%s leads nowhere",
  (path) => {
    expect(matchPage(path).route.id).toBe("src/pages/not-found.tsx")
  },
)
