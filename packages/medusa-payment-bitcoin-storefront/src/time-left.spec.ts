import { expect, test } from "vitest"
import { formatClock, secondsUntil, untilNextTick } from "./time-left.js"

const EXPIRES = "2026-01-05T12:15:00.000Z"
const NOON = Date.parse("2026-01-05T12:00:00.000Z")

test("the time left is counted in whole seconds and ends at zero", () => {
  expect(secondsUntil(EXPIRES, NOON)).toBe(900)
  expect(secondsUntil(EXPIRES, NOON + 899_500)).toBe(1)
  expect(secondsUntil(EXPIRES, NOON + 3_600_000)).toBe(0)
})

test("a clock shows minutes and seconds, and hours if there are any", () => {
  expect(formatClock(754)).toBe("12:34")
  expect(formatClock(9)).toBe("00:09")
  expect(formatClock(3754)).toBe("1:02:34")
})

test("the next tick is at a whole second; in a hidden tab at a whole minute", () => {
  expect(untilNextTick(754_300, false)).toBe(300)
  expect(untilNextTick(754_000, false)).toBe(1000)
  expect(untilNextTick(754_300, true)).toBe(34_300)
  expect(untilNextTick(720_000, true)).toBe(60_000)
  expect(untilNextTick(59_000, true)).toBe(59_000)
})
