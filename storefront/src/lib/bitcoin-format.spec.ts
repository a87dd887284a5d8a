import fc from "fast-check"
import { expect, test } from "vitest"
import { addressGroups, satoshisOf } from "./bitcoin-format"

test("at £40,000 per bitcoin one penny is 25 satoshis", () => {
  expect(satoshisOf(1, "40000")).toBe(25n)
  expect(satoshisOf(6250, "40000")).toBe(156_250n)
})

test("at any rate the amount is the smallest that covers the price", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 100_000, max: 20_000_000 }),
      (pence, ratePence) => {
        const rate = `${Math.trunc(ratePence / 100)}.${String(ratePence % 100).padStart(2, "0")}`
        const worth = satoshisOf(pence, rate) * BigInt(ratePence)
        const price = BigInt(pence) * 100_000_000n
        return worth >= price && worth - BigInt(ratePence) < price
      },
    ),
  )
})

test("a rate with one decimal is read as tenths of a pound", () => {
  expect(satoshisOf(100, "50000.5")).toBe(satoshisOf(100, "50000.50"))
})

test("no amount is calculated without a rate", () => {
  expect(() => satoshisOf(100, "0")).toThrow(RangeError)
})

test("an address is split into groups of four, and the last has the rest", () => {
  expect(addressGroups("bc1qw508d6")).toEqual(["bc1q", "w508", "d6"])
  expect(addressGroups("")).toEqual([])
  expect(addressGroups("anna@wallet.example")).toEqual(["anna@wallet.example"])
})
