import { describe, expect, it } from "vitest"
import { CONFIRMATION_RULES } from "../testing/confirmation-rules"
import { confirmationsOf, depthOf, isNamed, requiredConfirmations } from "./confirmations"
import type { Output } from "./invoice"
import { satoshis } from "./satoshis"

const output = (height: number | null, amount = 100n): Output => ({
  txid: "a".repeat(64),
  vout: 0,
  amount: satoshis(amount),
  status: height === null ? "mempool" : "confirmed",
  height,
  seenAt: 0,
  firstBlockAt: null,
  replaces: [],
})

describe("how deep a payment must lie", () => {
  it.each([
    [1n, 1],
    [99_99n, 1],
    [100_00n, 3],
    [999_99n, 3],
    [1000_00n, 6],
    [10_000_000_00n, 6],
  ])("%d pence: %i", (pence, count) => {
    expect(requiredConfirmations({ priceMinor: pence, currency: "GBP" }, CONFIRMATION_RULES)).toBe(count)
  })

  it("has no limit in a currency that no rule names, unless no rule has limits", () => {
    const rules = [
      { below: { GBP: 100, EUR: 120 }, confirmations: 1 },
      { below: null, confirmations: 3 },
    ]
    expect(["GBP", "JPY", "EUR"].filter((currency) => !isNamed(rules, currency))).toEqual(["JPY"])
    expect(isNamed([{ below: null, confirmations: 2 }], "JPY")).toBe(true)
  })

  it("is never 0, whatever staff set", () => {
    expect(
      requiredConfirmations({ priceMinor: 1n, currency: "GBP" }, [{ below: null, confirmations: 0 }]),
    ).toBe(1)
  })

  it("is that of a rule without a limit in a currency that the others do not name", () => {
    expect(requiredConfirmations({ priceMinor: 1n, currency: "EUR" }, CONFIRMATION_RULES)).toBe(6)
  })

  it("is six where the table has no row", () => {
    expect(requiredConfirmations({ priceMinor: 1n, currency: "GBP" }, [])).toBe(6)
  })
})

describe("how deep an output lies", () => {
  it.each([
    [null, 500, 0],
    [500, 500, 1],
    [498, 500, 3],
    [501, 500, 0],
    [505, 500, 0],
  ])("at height %s under tip %i: %i", (height, tip, depth) => {
    expect(confirmationsOf(output(height), tip)).toBe(depth)
  })

  it("is 0 when a source says 'confirmed' without a block, or a block without 'confirmed'", () => {
    expect(confirmationsOf({ ...output(null), status: "confirmed" }, 500)).toBe(0)
    expect(confirmationsOf({ ...output(400), status: "gone" }, 500)).toBe(0)
  })
})

describe("how deep a payment lies", () => {
  it("is the most that enough money has", () => {
    const outputs = [output(491, 60n), output(496, 40n), output(500, 40n), output(null, 500n)]
    expect(depthOf(outputs, 60n, 500)).toBe(10)
    expect(depthOf(outputs, 61n, 500)).toBe(5)
    expect(depthOf(outputs, 100n, 500)).toBe(5)
    expect(depthOf(outputs, 140n, 500)).toBe(1)
    expect(depthOf(outputs, 141n, 500)).toBe(0)
    expect(depthOf(outputs, 641n, 500)).toBeNull()
    expect(depthOf([], 1n, 500)).toBeNull()
  })
})
