import { expect, test } from "vitest"
import {
  PAUSED,
  transition,
  type Effect,
  type OrderSubscription,
  type SubscriptionEvent,
} from "./order-subscription-state"

/** Plays signals one after another and keeps every effect. */
function play(
  signals: readonly SubscriptionEvent[],
  from: OrderSubscription = PAUSED,
): { now: OrderSubscription; effects: Effect[] } {
  let now = from
  const effects: Effect[] = []
  for (const signal of signals) {
    const { next, effects: more } = transition(now, signal)
    now = next
    effects.push(...more)
  }
  return { now, effects }
}

/** Lets time pass until the mode changes; says how long each wait was. */
function waitsWhile(
  mode: OrderSubscription["mode"],
  from: OrderSubscription,
): { waits: number[]; now: OrderSubscription } {
  const waits: number[] = []
  let now = from
  while (now.mode === mode && waits.length < 100) {
    waits.push(now.timeoutMs ?? Infinity)
    now = transition(now, "timeout").next
  }
  return { waits, now }
}

test("it begins with a stream and, as what is known is fresh, with no look", () => {
  const { now, effects } = play(["start"])
  expect(now.mode).toBe("streaming")
  expect(effects).toEqual(["open"])
})

test("a stream that never speaks is given up within ten seconds, and a look is taken at once", () => {
  const { now } = play(["start"])
  expect(now.timeoutMs).toBeLessThanOrEqual(10_000)
  expect(transition(now, "timeout")).toMatchObject({ next: { mode: "polling" }, effects: ["close", "poll"] })
})

test("a stream that is refused is polled at once", () => {
  expect(play(["start", "unusable"])).toMatchObject({
    now: { mode: "polling", timeoutMs: 2500 },
    effects: ["open", "close", "poll"],
  })
})

test("a stream that failures once or twice is left to the browser, the third time it is polled", () => {
  expect(play(["start", "message", "error", "message", "error"])).toMatchObject({
    now: { mode: "streaming" },
    effects: ["open"],
  })
  expect(play(["start", "message", "error", "message", "error", "message", "error"])).toMatchObject({
    now: { mode: "polling" },
    effects: ["open", "close", "poll"],
  })
})

test("after a calm minute the stream is opened anew, for heartbeats cannot be heard, and old failures are forgotten", () => {
  const { now, effects } = play([
    "start",
    "error",
    "error",
    "message",
    "timeout",
    "message",
    "error",
    "error",
  ])
  expect(now.mode).toBe("streaming")
  expect(effects).toEqual(["open", "close", "open"])
})

test("polling starts at 2.5 s, slows down to 10 s, and tries the stream again after about a minute", () => {
  const { waits, now } = waitsWhile("polling", play(["start", "unusable"]).now)
  expect(waits[0]).toBe(2500)
  expect(Math.max(...waits)).toBe(10_000)
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  const total = waits.reduce((sum, wait) => sum + wait, 0)
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThan(90_000)
  expect(now.mode).toBe("streaming")
})

test("each time the stream disappoints again it is tried later, but never given up for good", () => {
  let from = play(["start", "unusable"]).now
  const counts = Array.from({ length: 6 }, () => {
    const { waits, now } = waitsWhile("polling", from)
    from = transition(now, "unusable").next
    return waits.length
  })
  expect(counts).toEqual([9, 17, 25, 33, 33, 33])
})

test("it never polls by itself while a stream stands", () => {
  const { effects } = play(["start", "message", "message", "timeout", "message", "timeout", "message"])
  expect(effects).not.toContain("poll")
})

test("asleep nothing is done, whatever a closed stream still says", () => {
  for (const signal of ["message", "error", "unusable", "timeout"] as const) {
    expect(play(["start", "pause", signal])).toEqual({ now: PAUSED, effects: ["open", "close"] })
  }
})

test("waking polls at once and opens one stream, also when it was never asleep", () => {
  expect(play(["start", "pause", "resume"]).effects).toEqual(["open", "close", "close", "poll", "open"])
  expect(play(["start", "resume"]).effects).toEqual(["open", "close", "poll", "open"])
})

test("whatever happens, there is one stream at most", () => {
  const signals: readonly SubscriptionEvent[] = [
    "start",
    "resume",
    "pause",
    "message",
    "error",
    "unusable",
    "timeout",
  ]
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  let now = PAUSED
  let isOpen = false
  for (let turn = 0; turn < 20_000; turn += 1) {
    const signal = signals[turn === 0 ? 0 : 1 + random(signals.length - 1)] ?? "message"
    const { next, effects } = transition(now, signal)
    now = next
    for (const effect of effects) {
      if (effect === "open") {
        expect(isOpen).toBe(false)
        isOpen = true
      }
      if (effect === "close") isOpen = false
    }
    expect(isOpen).toBe(now.mode === "streaming")
  }
})
