import { expect, it } from "vitest"
import { secondsUntilNext } from "./back-off"

const waits = Array.from({ length: 20 }, (_, index) => secondsUntilNext(index + 1))

it("tries again soon at first, then ever more rarely", () => {
  expect(waits.slice(0, 4)).toEqual([10, 20, 40, 80])
  expect(Math.max(...waits.map(Number))).toBe(6 * 60 * 60)
})

it("gives up after two and a half days", () => {
  expect(waits.at(-1)).toBeNull()
  const days = waits.reduce<number>((sum, wait) => sum + Number(wait), 0) / 86_400
  expect(days).toBeGreaterThan(2)
  expect(days).toBeLessThan(3)
})
