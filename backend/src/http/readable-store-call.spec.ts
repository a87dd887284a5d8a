import { expect, it } from "vitest"
import { isReadable } from "./readable-store-call"

it.each(["/products", "/products/prod_1", "/regions", "/product-categories", "/collections/c_1"])(
  "leaves the catalogue to read: %s",
  (path) => {
    expect(isReadable("GET", path)).toBe(true)
    expect(isReadable("POST", path)).toBe(false)
  },
)

it.each([
  "/",
  "/orders",
  "/orders/order_1",
  "/carts",
  "/carts/cart_1",
  "/carts/cart_1/complete",
  "/payment-collections",
  "/payment-providers",
  "/customers/me",
  "/returns",
  "/shipping-options",
  "//orders",
  "/../orders",
])("keeps closed what goes past the checkout: %s", (path) => {
  expect(isReadable("GET", path)).toBe(false)
})
