import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { whyNoAddress } from "./address-run"

/** As the shop's setting, whatever the limit is. */
const CLIENT_SHARE = 5
const limits = fc.integer({ min: 20, max: 1000 })

/** Each client orders as often as it can and never pays. @returns how many addresses were given out in all, and to unknownBuyers */
function flood(limit: number, clients: readonly { isKnown: boolean; tries: number }[]) {
  let [unpaid, unknownBuyers] = [0, 0]
  for (const { isKnown, tries } of clients) {
    for (let taken = 0; taken < Math.min(tries, CLIENT_SHARE); taken += 1) {
      if (whyNoAddress({ unpaid, limit }, isKnown) !== null) break
      unpaid += 1
      if (!isKnown) unknownBuyers += 1
    }
  }
  return { unpaid, unknownBuyers }
}
const clientsOf = (isKnown: fc.Arbitrary<boolean>) =>
  fc.array(fc.record({ isKnown, tries: fc.nat(300) }), { maxLength: 300 })

describe("the run of unpaid addresses", () => {
  it("never takes the last address that the wallet shows: it is the owner's", () => {
    fc.assert(
      fc.property(limits, clientsOf(fc.boolean()), (limit, clients) => {
        expect(flood(limit, clients).unpaid).toBeLessThan(limit)
      }),
    )
  })

  it("has room for a buyer whom the shop knows, however many unknownBuyers order", () => {
    fc.assert(
      fc.property(limits, clientsOf(fc.constant(false)), (limit, unknownBuyers) => {
        const { unpaid } = flood(limit, unknownBuyers)
        expect(whyNoAddress({ unpaid, limit }, true)).toBeNull()
        expect(limit - 1 - unpaid).toBeGreaterThanOrEqual(Math.floor(limit / 4))
      }),
    )
  })

  it("takes more unknownBuyers to use up the higher the limit is: a client's share does not grow", () => {
    const unknownBuyers = (count: number) =>
      Array.from({ length: count }, () => ({ isKnown: false, tries: 300 }))
    expect(flood(20, unknownBuyers(3)).unknownBuyers).toBe(14)
    expect(flood(200, unknownBuyers(29)).unknownBuyers).toBe(145)
    expect(flood(200, unknownBuyers(300)).unknownBuyers).toBe(149)
  })
})
