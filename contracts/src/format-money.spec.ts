import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { counted, formatBitcoin, formatPence, inThousands, toPounds } from "./format-money"

describe("pence", () => {
  it.each([
    [0, "0.00", "£0.00"],
    [5, "0.05", "£0.05"],
    [-50, "-0.50", "-£0.50"],
    [-1295, "-12.95", "-£12.95"],
    [129_500, "1295.00", "£1,295.00"],
    [9_007_199_254_740_993n, "90071992547409.93", "£90,071,992,547,409.93"],
  ])("%s are %s in a file and %s on a page", (pence, inFile, onPage) => {
    expect(toPounds(pence)).toBe(inFile)
    expect(formatPence(pence)).toBe(onPage)
  })

  it("look as the platform would format them", () => {
    const platform = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" })
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (pence) => {
        expect(formatPence(pence)).toBe(platform.format(pence / 100))
      }),
    )
  })

  it("are whole: a fraction is an error and is not rounded", () => {
    expect(() => toPounds(12.5)).toThrow(RangeError)
  })
})

describe("satoshis", () => {
  it.each([
    [0n, "0.00000000"],
    [1n, "0.00000001"],
    [156_250n, "0.00156250"],
    [2_100_000_000_000_000n, "21000000.00000000"],
  ])("%s are %s bitcoin", (satoshis, bitcoin) => {
    expect(formatBitcoin(satoshis)).toBe(bitcoin)
  })

  it("survive the way through eight decimals", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n }), (satoshis) => {
        expect(formatBitcoin(satoshis)).toMatch(/^(0|[1-9]\d*)\.\d{8}$/)
        expect(BigInt(formatBitcoin(satoshis).replace(".", ""))).toBe(satoshis)
      }),
    )
  })
})

it("writes a whole number with separators", () => {
  expect([999, 1000, 1_234_567].map(inThousands)).toEqual(["999", "1,000", "1,234,567"])
})

it("counts in words that fit the number", () => {
  expect([0, 1, 2, 1234].map((count) => counted(count, "item"))).toEqual([
    "0 items",
    "1 item",
    "2 items",
    "1,234 items",
  ])
})
