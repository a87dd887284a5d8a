import { expect, test } from "vitest"
import { announceTimeLeft, describeMinutes } from "./time-left"

test("a screen reader hears minutes, not every second", () => {
  expect(describeMinutes(754)).toBe("13 minutes")
  expect(describeMinutes(60)).toBe("1 minute")
  expect(describeMinutes(59)).toBe("less than a minute")
})

test("a screen reader gets four announcements in a whole hour", () => {
  const heard = new Set(Array.from({ length: 3601 }, (_, left) => announceTimeLeft(3600 - left)))
  expect([...heard]).toEqual([
    "",
    "Less than 10 minutes left.",
    "Less than 5 minutes left.",
    "Less than 1 minute left.",
    "The time is up.",
  ])
})
