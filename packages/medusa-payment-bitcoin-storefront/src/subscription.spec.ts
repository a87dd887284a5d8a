import { afterEach, beforeEach, expect, test, vi } from "vitest"
import {
  type Effect,
  type Subscription,
  PAUSED,
  subscribe,
  type SubscriptionEvent,
  transition,
} from "./subscription.js"

const ORDER = { id: "order/1", number: 7 }
type Order = typeof ORDER

/** The browser's own, played by hand. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static all: FakeEventSource[] = []
  readyState = 1
  constructor(readonly url: string) {
    super()
    FakeEventSource.all.push(this)
  }
  static get open() {
    return FakeEventSource.all.filter(({ readyState }) => readyState !== FakeEventSource.CLOSED)
  }
  close() {
    this.readyState = FakeEventSource.CLOSED
  }
  say(data: unknown) {
    this.dispatchEvent(new MessageEvent("order", { data: JSON.stringify(data) }))
  }
  fail(readyState: 0 | 2) {
    this.readyState = readyState
    this.dispatchEvent(new Event("error"))
  }
}

class FakeDocument extends EventTarget {
  visibilityState = "visible"
  turn(visibilityState: "visible" | "hidden") {
    this.visibilityState = visibilityState
    this.dispatchEvent(new Event("visibilitychange"))
  }
}

/** Web Locks of one browser. */
class FakeLocks {
  readonly #held = new Set<string>()
  async request(name: string, _options: object, run: (lock: object | null) => Promise<void> | undefined) {
    await Promise.resolve()
    if (this.#held.has(name)) return run(null)
    this.#held.add(name)
    await run({ name })
    this.#held.delete(name)
  }
}

let page: FakeDocument
let browser: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  page = new FakeDocument()
  browser = new EventTarget()
  FakeEventSource.all = []
  vi.stubGlobal("EventSource", FakeEventSource)
  vi.stubGlobal("document", page)
  vi.stubGlobal("window", browser)
  vi.stubGlobal("navigator", {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function follow() {
  const onOrder = vi.fn<(order: Order) => void>()
  const poll = vi.fn<() => void>()
  const parse = (message: unknown) => {
    if (message instanceof Object && "number" in message && message.number === ORDER.number) return ORDER
    throw new Error("Not an order")
  }
  const stop = subscribe({
    url: "/api/orders/order%2F1/events",
    event: "order",
    parse,
    onValue: onOrder,
    poll,
  })
  return { onOrder, poll, stop }
}

const stream = () => {
  const [only, ...others] = FakeEventSource.open
  if (!only || others.length > 0) throw new Error(`${FakeEventSource.open.length} streams are open`)
  return only
}

test("an open stream passes on its orders, and there is no polling", () => {
  const { onOrder, poll } = follow()
  expect(stream().url).toBe("/api/orders/order%2F1/events")
  stream().say(ORDER)
  expect(onOrder).toHaveBeenCalledExactlyOnceWith(ORDER)
  vi.advanceTimersByTime(50_000)
  expect(poll).not.toHaveBeenCalled()
})

test("a message that cannot be read is ignored, and polling starts", () => {
  const { onOrder, poll } = follow()
  stream().say({ ...ORDER, number: "seven" })
  expect(onOrder).not.toHaveBeenCalled()
  expect(poll).toHaveBeenCalledOnce()
  expect(FakeEventSource.open).toEqual([])
})

test("a refused stream is replaced by polling and tried again later", () => {
  const { poll } = follow()
  stream().fail(2)
  vi.advanceTimersByTime(10_000)
  expect(poll.mock.calls.length).toBeGreaterThanOrEqual(3)
  for (let seconds = 0; seconds < 90 && FakeEventSource.open.length === 0; seconds += 1)
    vi.advanceTimersByTime(1000)
  const polls = poll.mock.calls.length
  stream().say(ORDER)
  vi.advanceTimersByTime(50_000)
  expect(poll).toHaveBeenCalledTimes(polls)
})

test("an interruption that the browser repairs needs no action", () => {
  const { poll } = follow()
  const first = stream()
  first.say(ORDER)
  first.fail(0)
  expect(stream()).toBe(first)
  expect(poll).not.toHaveBeenCalled()
})

test("a hidden page has no stream and sends no request; a visible one polls at once and opens a stream", () => {
  const { poll } = follow()
  page.turn("hidden")
  expect(FakeEventSource.open).toEqual([])
  vi.advanceTimersByTime(3_600_000)
  expect(poll).not.toHaveBeenCalled()
  page.turn("visible")
  expect(poll).toHaveBeenCalledOnce()
  expect(stream().url).toContain("/events")
})

test("offline it pauses, and it polls at once when the network is back", () => {
  const { poll } = follow()
  browser.dispatchEvent(new Event("offline"))
  expect(FakeEventSource.open).toEqual([])
  page.turn("visible")
  expect(FakeEventSource.open).toEqual([])
  browser.dispatchEvent(new Event("online"))
  expect(poll).toHaveBeenCalledOnce()
  stream()
})

test("a browser has three streams; a fourth tab polls and takes the place of one that is left", async () => {
  vi.stubGlobal("navigator", { locks: new FakeLocks() })
  const tabs = [follow(), follow(), follow(), follow()]
  await vi.advanceTimersByTimeAsync(5000)
  expect(FakeEventSource.open).toHaveLength(3)
  for (const open of FakeEventSource.open) open.say(ORDER)
  expect(tabs.map(({ poll }) => poll.mock.calls.length > 0)).toEqual([false, false, false, true])
  tabs[0]?.stop()
  expect(FakeEventSource.open).toHaveLength(2)
  for (let seconds = 0; seconds < 90; seconds += 5) {
    for (const open of FakeEventSource.open) open.say(ORDER)
    await vi.advanceTimersByTimeAsync(5000)
  }
  expect(FakeEventSource.open).toHaveLength(3)
  for (const { stop } of tabs) stop()
  expect(FakeEventSource.open).toEqual([])
})

test("a tab that is left before it has a place for its stream opens none", async () => {
  vi.stubGlobal("navigator", { locks: new FakeLocks() })
  follow().stop()
  await vi.advanceTimersByTimeAsync(0)
  expect(FakeEventSource.all).toEqual([])
  follow()
  await vi.advanceTimersByTimeAsync(0)
  expect(FakeEventSource.open).toHaveLength(1)
})

test("after unsubscribing the stream is closed and ignored", () => {
  const { onOrder, poll, stop } = follow()
  const last = stream()
  stop()
  last.say(ORDER)
  page.turn("visible")
  browser.dispatchEvent(new Event("online"))
  vi.advanceTimersByTime(3_600_000)
  expect(FakeEventSource.open).toEqual([])
  expect(onOrder).not.toHaveBeenCalled()
  expect(poll).not.toHaveBeenCalled()
})

/** Plays signals one after another and keeps every effect. */
function play(
  signals: readonly SubscriptionEvent[],
  from: Subscription = PAUSED,
): { now: Subscription; effects: Effect[] } {
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
function waitsWhile(mode: Subscription["mode"], from: Subscription): { waits: number[]; now: Subscription } {
  const waits: number[] = []
  let now = from
  while (now.mode === mode && waits.length < 100) {
    waits.push(now.timeoutMs ?? Infinity)
    now = transition(now, "timeout").next
  }
  return { waits, now }
}

test("it starts with a stream and without a poll, because the known order is fresh", () => {
  const { now, effects } = play(["start"])
  expect(now.mode).toBe("streaming")
  expect(effects).toEqual(["open"])
})

test("a stream without a message is given up within ten seconds, and the order is polled at once", () => {
  const { now } = play(["start"])
  expect(now.timeoutMs).toBeLessThanOrEqual(10_000)
  expect(transition(now, "timeout")).toMatchObject({ next: { mode: "polling" }, effects: ["close", "poll"] })
})

test("a refused stream falls back to polling at once", () => {
  expect(play(["start", "unusable"])).toMatchObject({
    now: { mode: "polling", timeoutMs: 2500 },
    effects: ["open", "close", "poll"],
  })
})

test("the browser repairs a stream's first two failures; the third falls back to polling", () => {
  expect(play(["start", "message", "error", "message", "error"])).toMatchObject({
    now: { mode: "streaming" },
    effects: ["open"],
  })
  expect(play(["start", "message", "error", "message", "error", "message", "error"])).toMatchObject({
    now: { mode: "polling" },
    effects: ["open", "close", "poll"],
  })
})

test("after a minute of silence the stream is reopened, because heartbeats are invisible, and failures are reset", () => {
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

test("after each further fallback the stream is tried later, but never given up", () => {
  let from = play(["start", "unusable"]).now
  const counts = Array.from({ length: 6 }, () => {
    const { waits, now } = waitsWhile("polling", from)
    from = transition(now, "unusable").next
    return waits.length
  })
  expect(counts).toEqual([9, 17, 25, 33, 33, 33])
})

test("it never polls while a stream works", () => {
  const { effects } = play(["start", "message", "message", "timeout", "message", "timeout", "message"])
  expect(effects).not.toContain("poll")
})

test("while paused, messages of a closed stream are ignored", () => {
  for (const signal of ["message", "error", "unusable", "timeout"] as const) {
    expect(play(["start", "pause", signal])).toEqual({ now: PAUSED, effects: ["open", "close"] })
  }
})

test("resuming polls at once and opens one stream, even without a pause before", () => {
  expect(play(["start", "pause", "resume"]).effects).toEqual(["open", "close", "close", "poll", "open"])
  expect(play(["start", "resume"]).effects).toEqual(["open", "close", "poll", "open"])
})

test("there is never more than one stream", () => {
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
