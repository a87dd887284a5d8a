import { assert, constantFrom, integer, property } from "fast-check"
import { describe, expect, it } from "vitest"
import { netQuantityIn, unitPriceOf } from "./net-quantity"

describe("the net quantity in a weight text", () => {
  it.each([
    ["340 g", { value: 340, unit: "g" }],
    ["1.5kg", { value: 1.5, unit: "kg" }],
    ["250ml", { value: 250, unit: "ml" }],
    ["2 x 150 g", { value: 300, unit: "g" }],
    ["60 gummies (180 g)", { value: 180, unit: "g" }],
    ["1 litre", { value: 1, unit: "l" }],
  ])("%s", (weight, expected) => {
    expect(netQuantityIn(weight)).toEqual(expected)
  })

  it.each(["60 gummies", "", "0 g", "Default variant", "Large"])("%j names none", (weight) => {
    expect(netQuantityIn(weight)).toBeNull()
  })
})

describe("the unit price", () => {
  it("is for a kilogram or a litre, rounded to a penny", () => {
    expect(unitPriceOf(1295, { value: 340, unit: "g" })).toEqual({ price: "38.09", per: "kg" })
    expect(unitPriceOf(950, { value: 250, unit: "ml" })).toEqual({ price: "38.00", per: "litre" })
    expect(unitPriceOf(800, { value: 1, unit: "kg" })).toEqual({ price: "8.00", per: "kg" })
    expect(unitPriceOf(800, null)).toBeNull()
  })

  it("is the same whether the quantity is written in grams or kilograms, in millilitres or litres", () => {
    const units = constantFrom(["g", "kg"] as const, ["ml", "l"] as const)
    assert(
      property(
        integer({ min: 1, max: 100_000 }),
        integer({ min: 1, max: 5000 }),
        units,
        (pence, small, pair) => {
          const [base, thousand] = pair
          expect(unitPriceOf(pence, { value: small, unit: base })).toEqual(
            unitPriceOf(pence, { value: small / 1000, unit: thousand }),
          )
        },
      ),
    )
  })
})
