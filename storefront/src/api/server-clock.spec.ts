import { expect, test } from "vitest"
import { clockOffset } from "./server-clock"

const noon = Date.parse("2026-01-05T12:00:00Z")
const HEADER = "Mon, 05 Jan 2026 12:00:00 GMT"

test("a phone that is ten minutes fast is ten minutes ahead of the shop", () => {
  const phone = noon + 600_000
  expect(clockOffset(HEADER, phone, phone + 1000)).toBe(-600_000)
})

test("a correct clock stays correct within the header's precision of one second", () => {
  for (const part of [0, 400, 999]) {
    const offset = clockOffset(HEADER, noon + part, noon + part)
    expect(Math.abs(offset ?? Infinity)).toBeLessThanOrEqual(500)
  }
})

test("a missing or invalid Date header is ignored", () => {
  expect(clockOffset(null, noon, noon)).toBeNull()
  expect(clockOffset("yesterday", noon, noon)).toBeNull()
})
