import fc from "fast-check"
import { describe, expect, it } from "vitest"
import "../testing/runs"
import { formatPercent, parsePercent, WHOLE } from "./percent"

describe("a percentage", () => {
  it("is kept in millionths and shown as the shortest decimal", () => {
    expect(parsePercent("1.5")).toBe(15_000n)
    expect(parsePercent("0")).toBe(0n)
    expect(formatPercent(15_000n)).toBe("1.5")
    expect(formatPercent(20_000n)).toBe("2")
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: WHOLE - 1n }), (share) => {
        expect(parsePercent(formatPercent(share))).toBe(share)
      }),
    )
  })

  it.each(["100", "-1", "1.23456", "", "1,5", "1.", "NaN"])("refuses '%s'", (text) => {
    expect(() => parsePercent(text)).toThrow(RangeError)
  })
})
