import fc from "fast-check"
import { expect, test } from "vitest"
import { toPounds } from "@shop/contracts"
import { deliveryPrices, formatPounds, isFree, penceOf } from "./money"

test("pounds on the wire are whole pence in code", () => {
  expect(penceOf("12.50")).toBe(1250)
  expect(penceOf("0.07")).toBe(7)
})

test("text that is not pounds with two decimals is rejected", () => {
  for (const text of ["12.5", "12", "-1.00", "1e3", "12.500", ""])
    expect(() => penceOf(text)).toThrow(RangeError)
})

test("pence survive the round trip to the wire", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (pence) => penceOf(toPounds(pence)) === pence),
  )
})

test("a delivery is shown with all its prices", () => {
  const delivery = { id: "standard", label: "Standard", price: "0.00" } as const
  const conditionalPrices = [{ from: "50.00", price: "0.00" }]
  expect([deliveryPrices(delivery), isFree(delivery)]).toEqual(["free", true])
  const paid = { ...delivery, price: "3.99", conditionalPrices }
  expect([deliveryPrices(paid), isFree(paid)]).toEqual(["£3.99, free from £50.00", false])
})

test("amounts are shown as British pounds", () => {
  expect(formatPounds("1234.56")).toBe("£1,234.56")
  expect(formatPounds("0.50")).toBe("£0.50")
})
