import { expect, it } from "vitest"
import { RequestBudget } from "./request-budget"

it("allows a burst of a quarter of a minute, then its share of each second", () => {
  let now = 0
  const budget = new RequestBudget(60, () => now)
  expect(budget.available()).toBe(15)
  for (let request = 0; request < 15; request += 1) budget.spend()
  expect(budget.available()).toBe(0)
  now = 3500
  expect(budget.available()).toBe(3)
  now = 3_600_000
  expect(budget.available()).toBe(15)
})

it("never allows more than its rate over an hour, whenever the requests are sent", () => {
  let now = 0
  let sent = 0
  const budget = new RequestBudget(60, () => now)
  for (; now < 3_600_000; now += 1700) {
    while (budget.available() >= 1) {
      budget.spend()
      sent += 1
    }
  }
  expect(sent).toBeLessThanOrEqual(60 * 60 + 15)
  expect(sent).toBeGreaterThan(60 * 60 - 15)
})

it("counts a checkout's request that exceeds it against the polls that follow", () => {
  let now = 0
  const budget = new RequestBudget(60, () => now)
  for (let request = 0; request < 20; request += 1) budget.spend()
  expect(budget.available()).toBe(-5)
  now = 6000
  expect(budget.available()).toBe(1)
})

it("has no limit where none is set", () => {
  const budget = new RequestBudget(Infinity, () => 0)
  for (let request = 0; request < 1000; request += 1) budget.spend()
  expect(budget.available()).toBe(Infinity)
})
