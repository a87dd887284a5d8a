import fc from "fast-check"
import { describe, expect, it } from "vitest"
import "../testing/runs"
import { formatMinorUnits } from "./currency"
import { quoteSatoshis, worthInMinorUnits } from "./quote"
import { satoshis } from "./satoshis"
import { enoughFor, remainingOf, toleranceOf } from "./tolerance"

const pounds = { rate: "40000", currency: "GBP" }
/** 5 pence, and 1 % at most. */
const RULE = { minor: 5n, share: 10_000n }

describe("what may be missing from a quote", () => {
  it.each([
    ["5 pence of £25.00", 62_500n, 125n],
    ["5 pence of £5.00, which are 1 %", 12_500n, 125n],
    ["1 % of £1.00", 2_500n, 25n],
    ["1 % of 12 pence, rounded down", 300n, 3n],
    ["nothing of less than 100 satoshis", 99n, 0n],
  ])("%s", (_what, due, tolerance) => {
    expect(toleranceOf(satoshis(due), pounds, RULE)).toBe(tolerance)
  })

  it("counts in the currency's own minor units", () => {
    const yen = { rate: "8000000", currency: "JPY" }
    expect(toleranceOf(quoteSatoshis(4_000n, yen), yen, RULE)).toBe(62n)
  })

  it.each([
    ["no minor units", { ...RULE, minor: 0n }],
    ["no share", { ...RULE, share: 0n }],
  ])("is nothing with %s", (_what, rule) => {
    expect(toleranceOf(satoshis(62_500n), pounds, rule)).toBe(0n)
  })

  it("is never worth more than the rule says, at any price and rate, and never all of it", () => {
    const rule = fc.record({
      minor: fc.bigInt({ min: 0n, max: 1_000n }),
      share: fc.bigInt({ min: 0n, max: 999_999n }),
    })
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10_000_000n }),
        fc.bigInt({ min: 100_00n, max: 90_000_000_00n }),
        rule,
        (priceMinor, rateInMinor, of) => {
          const price = { rate: formatMinorUnits(rateInMinor, "GBP"), currency: "GBP" }
          const due = quoteSatoshis(priceMinor, price)
          const tolerance = toleranceOf(due, price, of)
          expect(tolerance < due).toBe(true)
          expect(tolerance * 1_000_000n <= due * of.share).toBe(true)
          expect(worthInMinorUnits(satoshis(due - tolerance), price) >= priceMinor - of.minor).toBe(true)
        },
      ),
    )
  })
})

describe("what is enough", () => {
  const invoice = { due: satoshis(62_500n), tolerance: satoshis(125n), accepted: null }

  it("is what is due less the tolerance, and then nothing remains", () => {
    expect(enoughFor(invoice)).toBe(62_375n)
    expect(remainingOf(invoice, satoshis(62_375n))).toBe(0n)
    expect(remainingOf(invoice, satoshis(62_374n))).toBe(126n)
    expect(remainingOf(invoice, satoshis(70_000n))).toBe(0n)
  })

  it("is the same when staff accepted a late payment, and no less than a short one that they accepted", () => {
    expect(enoughFor({ ...invoice, accepted: satoshis(62_500n) })).toBe(62_375n)
    expect(enoughFor({ ...invoice, accepted: satoshis(60_000n) })).toBe(60_000n)
    expect(enoughFor({ ...invoice, accepted: { byHand: satoshis(62_500n) } })).toBe(62_375n)
  })
})
