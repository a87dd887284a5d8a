import { describe, expect, it } from "vitest"
import { clockOffset, clockWarning } from "./clock-offset"

const NOW = Date.UTC(2026, 0, 1, 12)
const offsetOf = (ahead: number, took = 1500) =>
  clockOffset(new Date(NOW + ahead).toUTCString(), NOW, NOW + took)

describe("a source's clock", () => {
  it("is ours as far as its second and the time of the answer tell", () => {
    for (const ahead of [0, 499, 500, 1499]) expect(offsetOf(ahead)).toBe(0)
  })

  it("is ahead or behind by at least what the answer proves", () => {
    expect(offsetOf(7_200_000)).toBe(7_200_000 - 1500)
    expect(offsetOf(-300_000)).toBe(-300_000 + 999)
    expect(offsetOf(-1)).toBe(-1)
  })

  it("is not known without the header, or with another text", () => {
    expect(clockOffset(null, NOW, NOW)).toBeNull()
    expect(clockOffset("soon", NOW, NOW)).toBeNull()
  })

  it("is told to the operator when it differs by more than a minute", () => {
    expect(clockWarning("Bitcoin Core", null)).toBeNull()
    expect(clockWarning("Bitcoin Core", 60_000)).toBeNull()
    expect(clockWarning("Bitcoin Core", -300_000)).toContain("5 min behind")
    expect(clockWarning("Bitcoin Core", 7_200_000)).toContain("120 min ahead of")
  })
})
