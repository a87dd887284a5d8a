import { expect, it } from "vitest"
import { formatDay, formatMoment } from "./time"

it("a day is the day in London, also in summer time", () => {
  expect(formatDay("2026-06-30T23:30:00.000Z")).toBe("1 July 2026")
})

it("a time is written in British format", () => {
  expect(formatMoment("2026-03-03T14:05:00.000Z")).toBe("3 March 2026 at 14:05")
})
