import { Gauge } from "prom-client"
import { expect, it, vi } from "vitest"
import { metrics } from "./metrics"
import { createProbes, probeSuccess } from "./probes"

const gauge = new Gauge({ name: "test_orders", help: "A value of this spec.", registers: [metrics] })
const byTopic = new Gauge({
  name: "test_topics",
  help: "Another.",
  labelNames: ["topic"],
  registers: [metrics],
})
const exported = async () => /^test_orders (.*)$/m.exec(await metrics.metrics())?.[1]

/** A probe whose answer and clock the test controls. */
function probe() {
  const state = {
    now: 0,
    read: () => {
      byTopic.set({ topic: "mail" }, 1)
      gauge.set(7)
      return Promise.resolve()
    },
  }
  const read = vi.fn(() => state.read())
  const onFailure = vi.fn()
  const refresh = createProbes(
    [{ name: "orders", maxAgeMs: 5000, gauges: [gauge, byTopic], read }],
    onFailure,
    {
      now: () => state.now,
      timeoutMs: 20,
    },
  )
  return { state, read, onFailure, refresh }
}
const success = async () => (await probeSuccess.get()).values[0]?.value

it("has no value before the first read, and reads once however often and at the same time it is asked", async () => {
  const { state, read, refresh } = probe()
  expect(await exported()).toBeUndefined()
  await Promise.all([refresh(), refresh()])
  state.now = 4999
  await refresh()
  expect(read).toHaveBeenCalledTimes(1)
  expect(await exported()).toBe("7")
  expect(await success()).toBe(1)
  state.now = 5000
  await refresh()
  expect(read).toHaveBeenCalledTimes(2)
})

it.each([
  ["fails", () => Promise.reject(new Error("the database is away"))],
  ["does not answer", () => new Promise<void>(() => {})],
])(
  "a probe that %s is a metric, not a crash: its last value is gone, and it is reported once",
  async (_how, fail) => {
    const { state, refresh, onFailure } = probe()
    await refresh()
    state.read = fail
    for (state.now = 5000; state.now <= 15_000; state.now += 5000) await refresh()
    expect(await exported()).toBeUndefined()
    expect(await metrics.metrics()).not.toContain("test_topics{")
    expect(await success()).toBe(0)
    expect(onFailure).toHaveBeenCalledTimes(1)
    state.read = () => {
      gauge.set(8)
      return Promise.resolve()
    }
    await refresh()
    expect([await exported(), await success()]).toEqual(["8", 1])
  },
)
