import { expect, test } from "vitest"
import { ASLEEP, step, type Act, type Following, type Signal } from "./following"

/** Plays signals one after another and keeps every act. */
function play(signals: readonly Signal[], from: Following = ASLEEP): { now: Following; acts: Act[] } {
  let now = from
  const acts: Act[] = []
  for (const signal of signals) {
    const { next, acts: more } = step(now, signal)
    now = next
    acts.push(...more)
  }
  return { now, acts }
}

/** Lets time pass until the mode changes; says how long each wait was. */
function waitsWhile(mode: Following["mode"], from: Following): { waits: number[]; now: Following } {
  const waits: number[] = []
  let now = from
  while (now.mode === mode && waits.length < 100) {
    waits.push(now.waitMs ?? Infinity)
    now = step(now, "overdue").next
  }
  return { waits, now }
}

test("it begins with a stream and, as what is known is fresh, with no look", () => {
  const { now, acts } = play(["start"])
  expect(now.mode).toBe("streaming")
  expect(acts).toEqual(["open"])
})

test("a stream that never speaks is given up within ten seconds, and a look is taken at once", () => {
  const { now } = play(["start"])
  expect(now.waitMs).toBeLessThanOrEqual(10_000)
  expect(step(now, "overdue")).toMatchObject({ next: { mode: "polling" }, acts: ["close", "look"] })
})

test("a stream that is refused is polled at once", () => {
  expect(play(["start", "refused"])).toMatchObject({
    now: { mode: "polling", waitMs: 2500 },
    acts: ["open", "close", "look"],
  })
})

test("a stream that breaks once or twice is left to the browser, the third time it is polled", () => {
  expect(play(["start", "word", "broke", "word", "broke"])).toMatchObject({
    now: { mode: "streaming" },
    acts: ["open"],
  })
  expect(play(["start", "word", "broke", "word", "broke", "word", "broke"])).toMatchObject({
    now: { mode: "polling" },
    acts: ["open", "close", "look"],
  })
})

test("after a calm minute the stream is opened anew, for heartbeats cannot be heard, and old breaks are forgotten", () => {
  const { now, acts } = play(["start", "broke", "broke", "word", "overdue", "word", "broke", "broke"])
  expect(now.mode).toBe("streaming")
  expect(acts).toEqual(["open", "close", "open"])
})

test("polling starts at 2.5 s, slows down to 10 s, and tries the stream again after about a minute", () => {
  const { waits, now } = waitsWhile("polling", play(["start", "refused"]).now)
  expect(waits[0]).toBe(2500)
  expect(Math.max(...waits)).toBe(10_000)
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  const total = waits.reduce((sum, wait) => sum + wait, 0)
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThan(90_000)
  expect(now.mode).toBe("streaming")
})

test("each time the stream disappoints again it is tried later, but never given up for good", () => {
  let from = play(["start", "refused"]).now
  const counts = Array.from({ length: 6 }, () => {
    const { waits, now } = waitsWhile("polling", from)
    from = step(now, "refused").next
    return waits.length
  })
  expect(counts).toEqual([9, 17, 25, 33, 33, 33])
})

test("it never looks by itself while a stream stands", () => {
  const { acts } = play(["start", "word", "word", "overdue", "word", "overdue", "word"])
  expect(acts).not.toContain("look")
})

test("asleep nothing is done, whatever a closed stream still says", () => {
  for (const signal of ["word", "broke", "refused", "overdue"] as const) {
    expect(play(["start", "sleep", signal])).toEqual({ now: ASLEEP, acts: ["open", "close"] })
  }
})

test("waking looks at once and opens one stream, also when it was never asleep", () => {
  expect(play(["start", "sleep", "wake"]).acts).toEqual(["open", "close", "close", "look", "open"])
  expect(play(["start", "wake"]).acts).toEqual(["open", "close", "look", "open"])
})

test("whatever happens, there is one stream at most", () => {
  const signals: readonly Signal[] = ["start", "wake", "sleep", "word", "broke", "refused", "overdue"]
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  let now = ASLEEP
  let isOpen = false
  for (let turn = 0; turn < 20_000; turn += 1) {
    const signal = signals[turn === 0 ? 0 : 1 + random(signals.length - 1)] ?? "word"
    const { next, acts } = step(now, signal)
    now = next
    for (const act of acts) {
      if (act === "open") {
        expect(isOpen).toBe(false)
        isOpen = true
      }
      if (act === "close") isOpen = false
    }
    expect(isOpen).toBe(now.mode === "streaming")
  }
})
