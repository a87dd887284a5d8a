import { expect, it, vi } from "vitest"
import { isReadable } from "./store-api"

vi.mock("../config", () => ({ environment: { STORE_API: "closed" } }))

it.each(["/products", "/products/prod_1", "/regions", "/product-categories", "/collections/c_1"])(
  "allows reading the catalogue: %s",
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
  "/bitcoin/order_1",
  "//orders",
  "/../orders",
])("closes what bypasses the checkout: %s", (path) => {
  expect(isReadable("GET", path)).toBe(false)
})
