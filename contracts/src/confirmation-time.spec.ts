import { confirmationTime } from "./confirmation-time"
import { expect, it } from "vitest"

it.each([
  [1, "10-30 minutes"],
  [2, "20-50 minutes"],
  [3, "30-60 minutes"],
  [6, "1-2 hours"],
  [12, "2-4 hours"],
  [100, "16-20 hours"],
])("%i confirmations usually take %s", (confirmations, time) => {
  expect(confirmationTime(confirmations)).toBe(time)
})

it("takes no less time for more confirmations, and a range has two ends", () => {
  const minutes = (time: string) => {
    const [least = 0, most = 0] = time.split(/-| /).map(Number)
    return time.endsWith("hours") ? [least * 60, most * 60] : [least, most]
  }
  for (let confirmations = 1; confirmations < 100; confirmations += 1) {
    const [least = 0, most = 0] = minutes(confirmationTime(confirmations))
    const [, next = 0] = minutes(confirmationTime(confirmations + 1))
    expect(most).toBeGreaterThan(least)
    expect(next).toBeGreaterThanOrEqual(most)
  }
})
