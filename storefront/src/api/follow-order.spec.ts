import type { Order } from "@shop/contracts"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { followOrder } from "./follow-order"

const ORDER: Order = {
  id: "order/1",
  number: 7,
  paymentMethod: "bitcoin",
  status: "awaiting_payment",
  total: "12.50",
  bitcoinAddress: null,
  bitcoin: null,
  createdAt: "2026-01-05T12:00:00.000Z",
  subtotal: "12.50",
  shippingCost: "0.00",
  items: [],
}

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
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function follow() {
  const onOrder = vi.fn<(order: Order) => void>()
  const look = vi.fn<() => void>()
  const stop = followOrder({ orderId: ORDER.id, onOrder, look })
  return { onOrder, look, stop }
}

const stream = () => {
  const [only, ...others] = FakeEventSource.open
  if (!only || others.length > 0) throw new Error(`${FakeEventSource.open.length} streams are open`)
  return only
}

test("it opens the order's stream and hands on what that says, without looking beside it", () => {
  const { onOrder, look } = follow()
  expect(stream().url).toBe("/api/orders/order%2F1/events")
  stream().say(ORDER)
  expect(onOrder).toHaveBeenCalledExactlyOnceWith(ORDER)
  vi.advanceTimersByTime(50_000)
  expect(look).not.toHaveBeenCalled()
})

test("an event that is not the contract's is not believed: it looks by itself instead", () => {
  const { onOrder, look } = follow()
  stream().say({ ...ORDER, status: "paid in full, honestly" })
  expect(onOrder).not.toHaveBeenCalled()
  expect(look).toHaveBeenCalledOnce()
  expect(FakeEventSource.open).toEqual([])
})

test("a stream that is refused is replaced by looks, and tried again later", () => {
  const { look } = follow()
  stream().fail(2)
  vi.advanceTimersByTime(10_000)
  expect(look.mock.calls.length).toBeGreaterThanOrEqual(3)
  for (let seconds = 0; seconds < 90 && FakeEventSource.open.length === 0; seconds += 1)
    vi.advanceTimersByTime(1000)
  const looks = look.mock.calls.length
  stream().say(ORDER)
  vi.advanceTimersByTime(50_000)
  expect(look).toHaveBeenCalledTimes(looks)
})

test("a break that the browser heals itself is left to it", () => {
  const { look } = follow()
  const first = stream()
  first.say(ORDER)
  first.fail(0)
  expect(stream()).toBe(first)
  expect(look).not.toHaveBeenCalled()
})

test("a hidden page holds no stream and asks nothing; seen again it looks at once and opens one", () => {
  const { look } = follow()
  page.turn("hidden")
  expect(FakeEventSource.open).toEqual([])
  vi.advanceTimersByTime(3_600_000)
  expect(look).not.toHaveBeenCalled()
  page.turn("visible")
  expect(look).toHaveBeenCalledOnce()
  expect(stream().url).toContain("/events")
})

test("without a network it rests, and looks at once when that is back", () => {
  const { look } = follow()
  browser.dispatchEvent(new Event("offline"))
  expect(FakeEventSource.open).toEqual([])
  page.turn("visible")
  expect(FakeEventSource.open).toEqual([])
  browser.dispatchEvent(new Event("online"))
  expect(look).toHaveBeenCalledOnce()
  stream()
})

test("stopped, it closes its stream and hears nothing more", () => {
  const { onOrder, look, stop } = follow()
  const last = stream()
  stop()
  last.say(ORDER)
  page.turn("visible")
  browser.dispatchEvent(new Event("online"))
  vi.advanceTimersByTime(3_600_000)
  expect(FakeEventSource.open).toEqual([])
  expect(onOrder).not.toHaveBeenCalled()
  expect(look).not.toHaveBeenCalled()
})
