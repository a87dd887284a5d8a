import { expect, it } from "vitest"
import { recoveryWindow } from "./recovery-window"

const HOUR = 3_600_000

/** Looks after each wait; a step moves the wall clock alone. */
function lookOut() {
  let wall = 100 * HOUR
  let monotonic = 0
  const window = recoveryWindow({ wall: () => wall, monotonic: () => monotonic })
  return {
    pass(ms: number) {
      wall += ms
      monotonic += ms
    },
    step(ms: number) {
      wall += ms
    },
    /** How far back it looks, in milliseconds. */
    async look(oldestFailure: Date | null = null) {
      let back = 0
      await window.look((since) => {
        back = wall - since.getTime()
        return Promise.resolve(oldestFailure)
      })
      return back
    },
    fail: () => window.look(() => Promise.reject(new Error("no database"))),
    now: () => new Date(wall),
  }
}

it("looks a day back first, then as far as the last look and a minute", async () => {
  const jobs = lookOut()
  expect(await jobs.look()).toBe(24 * HOUR)
  jobs.pass(10_000)
  expect(await jobs.look()).toBe(70_000)
})

it("looks from the oldest order that failed", async () => {
  const jobs = lookOut()
  await jobs.look(new Date(jobs.now().getTime() - 5 * HOUR))
  jobs.pass(10_000)
  expect(await jobs.look()).toBe(5 * HOUR + 10_000)
})

it("looks as far back as the clock was wrong, also beyond a day, and keeps an order that has failed for long", async () => {
  const wrong = lookOut()
  wrong.step(-72 * HOUR)
  await wrong.look()
  wrong.step(72 * HOUR)
  wrong.pass(10_000)
  expect(await wrong.look()).toBe(72 * HOUR + 70_000)

  const failing = lookOut()
  await failing.look(new Date(failing.now().getTime() - 30 * HOUR))
  failing.step(2 * HOUR)
  failing.pass(10_000)
  expect(await failing.look()).toBe(32 * HOUR + 10_000)
})

it("looks as far back as before when a look failed", async () => {
  const jobs = lookOut()
  await jobs.look()
  jobs.pass(10_000)
  await expect(jobs.fail()).rejects.toThrow("no database")
  jobs.pass(10_000)
  expect(await jobs.look()).toBe(80_000)
})

it.each([
  ["forward", 2 * HOUR],
  ["back", -2 * HOUR],
])("looks a day back again when the clock was put %s, and when it is right again", async (_way, step) => {
  const jobs = lookOut()
  await jobs.look()
  jobs.step(step)
  jobs.pass(10_000)
  expect(await jobs.look()).toBe(24 * HOUR)
  jobs.pass(10_000)
  expect(await jobs.look()).toBe(70_000)
  jobs.step(-step)
  jobs.pass(10_000)
  expect(await jobs.look()).toBe(24 * HOUR)
})
