import fc from "fast-check"
import { describe, expect, it } from "vitest"
import "../testing/runs"
import { parseRate, quoteSatoshis } from "./quote"

const price = fc.bigInt({ min: 1n, max: 10_000_000n })
const rate = fc
  .bigInt({ min: 100_00n, max: 500_000_00n })
  .map((pence) => `${pence / 100n}.${(pence % 100n).toString().padStart(2, "0")}`)

describe("a quote", () => {
  it("is 25 satoshis a penny at £40,000", () => {
    expect(quoteSatoshis(1n, "40000")).toBe(25n)
    expect(quoteSatoshis(25_00n, "40000")).toBe(62_500n)
  })

  it("is worth the price, and would not be with one satoshi less, at any rate", () => {
    fc.assert(
      fc.property(price, rate, (pence, pounds) => {
        const value = (satoshis: bigint) => satoshis * parseRate(pounds)
        const quoted = quoteSatoshis(pence, pounds)
        expect(value(quoted) >= pence * 100_000_000n).toBe(true)
        expect(value(quoted - 1n) < pence * 100_000_000n).toBe(true)
      }),
    )
  })

  it("never falls when the price rises", () => {
    fc.assert(
      fc.property(
        price,
        rate,
        (pence, pounds) => quoteSatoshis(pence + 1n, pounds) >= quoteSatoshis(pence, pounds),
      ),
    )
  })

  it.each(["0", "-1", "1.234", "1e5", "", "NaN", "40,000"])("refuses the rate '%s'", (pounds) => {
    expect(() => quoteSatoshis(100n, pounds)).toThrow(RangeError)
    expect(() => parseRate(pounds)).toThrow("Not a rate in pounds")
  })

  it("refuses a price of nothing: an order of £0 is never an invoice", () => {
    expect(() => quoteSatoshis(0n, "40000")).toThrow(RangeError)
  })
})
