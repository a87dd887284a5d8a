import { expect, it } from "vitest"
import { isIn, lastDays, lengthOf, periodsOf, today } from "./span"

it("goes by London's clock: half past eleven at Greenwich is tomorrow in summer", () => {
  expect(today(Date.parse("2026-07-01T23:30:00Z"))).toBe("2026-07-02")
  expect(today(Date.parse("2026-01-01T23:30:00Z"))).toBe("2026-01-01")
})

it("counts whole days, today included, over a change of the clocks too", () => {
  expect(lastDays(7, "2026-03-31")).toEqual({ from: "2026-03-25", to: "2026-03-31" })
  expect(lengthOf({ from: "2026-03-01", to: "2026-03-31" })).toBe(31)
  expect(periodsOf({ from: "2026-03-28", to: "2026-03-30" }).map(({ key }) => key)).toEqual([
    "2026-03-28",
    "2026-03-29",
    "2026-03-30",
  ])
})

it("stands months side by side where days would be hairlines", () => {
  const periods = periodsOf({ from: "2025-12-15", to: "2026-11-21" })
  expect(periods).toHaveLength(12)
  expect(periods[0]).toMatchObject({ key: "2025-12", long: "December 2025" })
  expect(isIn("2026-03-04", periods[3] ?? { key: "", short: "", long: "" })).toBe(true)
  expect(isIn("2026-04-01", periods[3] ?? { key: "", short: "", long: "" })).toBe(false)
})
