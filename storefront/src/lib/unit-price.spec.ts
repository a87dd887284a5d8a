import { expect, test } from "vitest"
import { unitPrice } from "./unit-price"

test("the unit price is per kilogram or per litre, rounded to a penny", () => {
  expect(unitPrice("12.95", "340 g")).toBe("£38.09 per kg")
  expect(unitPrice("8.00", "1 kg")).toBe("£8.00 per kg")
  expect(unitPrice("9.50", "250ml")).toBe("£38.00 per litre")
  expect(unitPrice("6.00", "2 x 150 g")).toBe("£20.00 per kg")
})

test("a weight that names no mass or volume has no unit price", () => {
  expect(unitPrice("5.95", "60 gummies")).toBeNull()
  expect(unitPrice("5.95", "")).toBeNull()
  expect(unitPrice("5.95", "0 g")).toBeNull()
})
