import fc from "fast-check"
import { describe, expect, it } from "vitest"
import "../testing/runs"
import { arrivalOf } from "./arrival"

const MINUTE = 60_000

describe("when an output reached the network", () => {
  it("within a minute between two polls: at the first of them, whatever a block says", () => {
    expect(arrivalOf(1000, 1000 + MINUTE, null)).toBe(1000)
    expect(arrivalOf(1000, 1000 + MINUTE, 30_000)).toBe(1000)
  })

  it("after a longer gap: when we saw it, unless its block is older", () => {
    expect(arrivalOf(1000, 1001 + MINUTE, null)).toBe(1001 + MINUTE)
    expect(arrivalOf(1000, 1001 + MINUTE, 30_000)).toBe(30_000)
  })

  it("never before the poll that did not see it, nor after the one that did: miners' clocks are wrong", () => {
    expect(arrivalOf(1000, 1001 + MINUTE, 1)).toBe(1000)
    expect(arrivalOf(1000, 1001 + MINUTE, 9_000_000)).toBe(1001 + MINUTE)
  })

  it("in the place of one that vanished: as early as that", () => {
    expect(arrivalOf(500_000, 500_000 + MINUTE, null, [90_000, 20_000])).toBe(20_000)
    expect(arrivalOf(1000, 1000 + MINUTE, null, [90_000])).toBe(1000)
  })

  it("is always between the two polls when it replaces nothing", () => {
    const time = fc.nat(10 * MINUTE)
    fc.assert(
      fc.property(time, time, fc.option(time), (lastPollAt, gap, blockTime) => {
        const arrival = arrivalOf(lastPollAt, lastPollAt + gap, blockTime)
        expect(arrival).toBeGreaterThanOrEqual(lastPollAt)
        expect(arrival).toBeLessThanOrEqual(lastPollAt + gap)
      }),
    )
  })
})
