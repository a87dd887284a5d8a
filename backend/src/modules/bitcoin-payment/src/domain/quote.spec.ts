import fc from "fast-check"
import { describe, expect, it } from "vitest"
import "../testing/runs"
import { formatMinorUnits, parseMinorUnits } from "./currency"
import { dustLimit, leastPrice, quoteSatoshis, worthInMinorUnits, type PriceOfBitcoin } from "./quote"
import { satoshis } from "./satoshis"

const pounds = (rate: string): PriceOfBitcoin => ({ rate, currency: "GBP" })

const price = fc.bigInt({ min: 1n, max: 10_000_000n })
/** Two decimals, none, three. */
const currency = fc.constantFrom("GBP", "JPY", "KWD")
const rate = fc
  .record({ minor: fc.bigInt({ min: 100_00n, max: 90_000_000_00n }), currency })
  .map(({ minor, currency: code }) => ({ rate: formatMinorUnits(minor, code), currency: code }))

describe("a quote", () => {
  it("is 25 satoshis a penny at £40,000", () => {
    expect(quoteSatoshis(1n, pounds("40000"))).toBe(25n)
    expect(quoteSatoshis(25_00n, pounds("40000"))).toBe(62_500n)
  })

  it("counts in the minor unit of each currency: yen have none, dinars three decimals", () => {
    expect(quoteSatoshis(4_000n, { rate: "8000000", currency: "JPY" })).toBe(50_000n)
    expect(quoteSatoshis(12_500n, { rate: "25000.000", currency: "KWD" })).toBe(50_000n)
  })

  it("is worth the price, and would not be with one satoshi less, at any rate", () => {
    fc.assert(
      fc.property(price, rate, (amount, at) => {
        const value = (satoshis: bigint) => satoshis * parseMinorUnits(at.rate, at.currency)
        const quoted = quoteSatoshis(amount, at)
        expect(value(quoted) >= amount * 100_000_000n).toBe(true)
        expect(value(quoted - 1n) < amount * 100_000_000n).toBe(true)
      }),
    )
  })

  it("is worth at least its price in whole minor units", () => {
    fc.assert(
      fc.property(price, rate, (amount, at) => worthInMinorUnits(quoteSatoshis(amount, at), at) >= amount),
    )
  })

  it("never falls when the price rises", () => {
    fc.assert(
      fc.property(price, rate, (amount, at) => quoteSatoshis(amount + 1n, at) >= quoteSatoshis(amount, at)),
    )
  })

  it.each(["0", "-1", "1.234", "1e5", "", "NaN", "40,000"])("refuses the rate '%s'", (text) => {
    expect(() => quoteSatoshis(100n, pounds(text))).toThrow(RangeError)
    expect(() => parseMinorUnits(text, "GBP")).toThrow("Not a positive amount of GBP")
  })

  it("refuses a price of nothing: an order of £0 is never an invoice", () => {
    expect(() => quoteSatoshis(0n, pounds("40000"))).toThrow(RangeError)
  })
})

it.each([
  [546n, "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
  [546n, "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"],
  [540n, "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
  [540n, "2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc"],
  [294n, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
  [294n, "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"],
  [330n, "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3"],
  [330n, "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr"],
])("nodes relay no less than %i satoshis to %s", (least, address) => {
  expect(dustLimit(address)).toBe(least)
})

describe("the smallest price that can be paid", () => {
  it("is 12 pence at £40,000: 11 pence are less than the dust limit of 294 satoshis", () => {
    expect(leastPrice(satoshis(294n), pounds("40000"))).toBe(12n)
  })

  it("is quoted at the dust limit or more, and one minor unit less is below it, at any rate", () => {
    const dustLimit = fc.bigInt({ min: 0n, max: 1_000n }).map(satoshis)
    fc.assert(
      fc.property(dustLimit, rate, (dust, at) => {
        const least = leastPrice(dust, at)
        expect(quoteSatoshis(least, at) >= dust).toBe(true)
        if (least > 1n) expect(quoteSatoshis(least - 1n, at) < dust).toBe(true)
      }),
    )
  })
})
