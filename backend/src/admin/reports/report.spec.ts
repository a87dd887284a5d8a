import { expect, it } from "vitest"
import { stepsUpTo } from "./bars"
import { inWords, isIn, lastDays, lengthOf, periodsOf, today } from "./report"

it("uses London time: 23:30 UTC is the next day in summer", () => {
  expect(today(Date.parse("2026-07-01T23:30:00Z"))).toBe("2026-07-02")
  expect(today(Date.parse("2026-01-01T23:30:00Z"))).toBe("2026-01-01")
})

it("counts whole days including today, also when the clocks change", () => {
  expect(lastDays(7, "2026-03-31")).toEqual({ from: "2026-03-25", to: "2026-03-31" })
  expect(lengthOf({ from: "2026-03-01", to: "2026-03-31" })).toBe(31)
  expect(periodsOf({ from: "2026-03-28", to: "2026-03-30" }).map(({ key }) => key)).toEqual([
    "2026-03-28",
    "2026-03-29",
    "2026-03-30",
  ])
})

it.each([
  ["2026-11-01", "2026-11-30", "1 – 30 November 2026"],
  ["2026-10-05", "2026-11-04", "5 October – 4 November 2026"],
  ["2025-12-05", "2026-01-04", "5 December 2025 – 4 January 2026"],
  ["2026-11-05", "2026-11-05", "5 November 2026"],
])("says the days from %s to %s in words", (from, to, words) =>
  expect(inWords({ from, to }).replace(/\s*–\s*/, " – ")).toBe(words),
)

it("uses months when the span is long", () => {
  const periods = periodsOf({ from: "2025-12-15", to: "2026-11-21" })
  expect(periods).toHaveLength(12)
  expect(periods[0]).toMatchObject({ key: "2025-12", long: "December 2025" })
  expect(isIn("2026-03-04", periods[3] ?? { key: "", short: "", long: "" })).toBe(true)
  expect(isIn("2026-04-01", periods[3] ?? { key: "", short: "", long: "" })).toBe(false)
})

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [12_345, [0, 5000, 10_000, 15_000]],
  [40, [0, 10, 20, 30, 40]],
])("an axis up to %s has the steps %j", (highest, steps) => expect(stepsUpTo(highest)).toEqual(steps))
