import { expect, test } from "vitest"
import { deliveryPence } from "./delivery"

const standard = (price: string) => ({ id: "standard", label: "Standard", price }) as const

test("delivery costs what staff have set", () => {
  expect(deliveryPence(standard("0.00"), 100)).toBe(0)
  expect(deliveryPence(standard("3.99"), 4999)).toBe(399)
  expect(deliveryPence({ id: "special", label: "Special", price: "13.00" }, 100)).toBe(1300)
})

test("standard delivery is free from a subtotal of £50, special delivery is not", () => {
  expect(deliveryPence(standard("3.99"), 5000)).toBe(0)
  expect(deliveryPence({ id: "special", label: "Special", price: "13.00" }, 9000)).toBe(1300)
})
