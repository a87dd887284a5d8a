import { describe, expect, it } from "vitest"
import { stockSchema, typedStockSchema } from "./staff"

const LIMITS = [
  [0, true],
  [999_999, true],
  [1_000_000, false],
] as const

describe("a count of stock", () => {
  it.each(LIMITS)("of %d is accepted as a number and as typed: %s", (count, isAccepted) => {
    expect(stockSchema.safeParse(count).success).toBe(isAccepted)
    expect(typedStockSchema.safeParse(String(count)).success).toBe(isAccepted)
  })

  it.each(["", " ", "1e3", "0x10", "1.5", "-1", "12 ", "twelve"])("is not typed as %j", (text) => {
    expect(typedStockSchema.safeParse(text).success).toBe(false)
  })

  it("that is too large is called so, rather than no number", () => {
    expect(typedStockSchema.safeParse("1000000").error?.issues[0]?.message).toBe("That is too much.")
  })
})
