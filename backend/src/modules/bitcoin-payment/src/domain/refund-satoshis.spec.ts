import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { worthInMinorUnits } from "./quote"
import { isSendable, mostSatoshis, refundSatoshis } from "./refund-satoshis"
import { satoshis } from "./satoshis"

const today = { rate: "80000.00", currency: "GBP" }
const none = { surplusMinor: 0n, surplusSats: satoshis(0n) }
const paid = { leftMinor: 500n, leftSats: satoshis(12_500n), ...none }
const twice = {
  leftMinor: 1000n,
  leftSats: satoshis(25_000n),
  surplusMinor: 500n,
  surplusSats: satoshis(12_500n),
}
/** Marked as paid while nothing had come: the price's pounds never came as bitcoin. */
const byHand = { ...twice, leftSats: satoshis(12_500n) }

describe("the satoshis of a refund", () => {
  it("are those that were paid for the amount", () => {
    expect(refundSatoshis(paid, 500n, null)).toBe(12_500n)
    expect(refundSatoshis(paid, 199n, null)).toBe(4_975n)
  })

  it("or are worth the amount today, be they more or fewer", () => {
    expect(refundSatoshis(paid, 500n, today)).toBe(6_250n)
    expect(refundSatoshis(paid, 500n, { ...today, rate: "20000.00" })).toBe(25_000n)
  })

  it("of a surplus are those that came, whatever they are worth today", () => {
    expect(refundSatoshis(twice, 500n, today)).toBe(12_500n)
    expect(refundSatoshis(twice, 1000n, today)).toBe(12_500n + 6_250n)
    for (const rate of [null, today]) expect(refundSatoshis(byHand, 500n, rate)).toBe(12_500n)
    expect(refundSatoshis(byHand, 1000n, null)).toBe(12_500n)
  })

  it("at most are what is left, or four times what was paid where the rate has fallen", () => {
    expect(mostSatoshis(paid, 250n, "satoshis")).toBe(12_500n)
    const canBe = (sats: bigint, address: string | null) =>
      isSendable(paid, 250n, { sats: satoshis(sats), basis: "satoshis", address })
    expect([canBe(12_500n, null), canBe(12_501n, null)]).toEqual([true, false])
    expect([canBe(300n, null), canBe(293n, "bc1q"), canBe(294n, "bc1q")]).toEqual([true, false, true])
    expect(mostSatoshis(paid, 250n, "money")).toBe(25_000n)
  })

  it("of a surplus never are more than what came", () => {
    expect(mostSatoshis(twice, 500n, "money")).toBe(12_500n)
    expect(mostSatoshis(twice, 750n, "money")).toBe(12_500n + 25_000n)
    expect(mostSatoshis(byHand, 500n, "money")).toBe(12_500n)
  })

  it("never exceed what is left as they were paid, and are worth the amount to the penny as money", () => {
    const amounts = fc.record({
      leftMinor: fc.bigInt(1n, 10_000_000n),
      leftSats: fc.bigInt(1n, 10n ** 12n).map(satoshis),
      share: fc.integer({ min: 1, max: 100 }),
      rate: fc.integer({ min: 100, max: 1_000_000 }).map((pounds) => `${pounds}.00`),
    })
    fc.assert(
      fc.property(amounts, ({ leftMinor, leftSats, share, rate }) => {
        const amount = (leftMinor * BigInt(share) + 99n) / 100n
        const left = { leftMinor, leftSats, ...none }
        expect(refundSatoshis(left, amount, null)).toBeLessThanOrEqual(leftSats)
        expect(
          worthInMinorUnits(refundSatoshis(left, amount, { rate, currency: "GBP" }), {
            rate,
            currency: "GBP",
          }),
        ).toBe(amount)
      }),
    )
  })
})
