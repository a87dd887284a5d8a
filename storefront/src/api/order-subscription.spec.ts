import type { Order } from "@shop/contracts"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { subscribeToOrder } from "./order-subscription"

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
  const poll = vi.fn<() => void>()
  const stop = subscribeToOrder({ orderId: ORDER.id, onOrder, poll })
  return { onOrder, poll, stop }
}

const stream = () => {
  const [only, ...others] = FakeEventSource.open
  if (!only || others.length > 0) throw new Error(`${FakeEventSource.open.length} streams are open`)
  return only
}

test("it opens the order's stream and hands on what that says, and does not poll as well", () => {
  const { onOrder, poll } = follow()
  expect(stream().url).toBe("/api/orders/order%2F1/events")
  stream().say(ORDER)
  expect(onOrder).toHaveBeenCalledExactlyOnceWith(ORDER)
  vi.advanceTimersByTime(50_000)
  expect(poll).not.toHaveBeenCalled()
})

test("an event that is not the contract's is not believed: it polls by itself instead", () => {
  const { onOrder, poll } = follow()
  stream().say({ ...ORDER, status: "paid in full, honestly" })
  expect(onOrder).not.toHaveBeenCalled()
  expect(poll).toHaveBeenCalledOnce()
  expect(FakeEventSource.open).toEqual([])
})

test("a stream that is refused is replaced by polls, and tried again later", () => {
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

test("a hidden page holds no stream and asks nothing; seen again it polls at once and opens one", () => {
  const { poll } = follow()
  page.turn("hidden")
  expect(FakeEventSource.open).toEqual([])
  vi.advanceTimersByTime(3_600_000)
  expect(poll).not.toHaveBeenCalled()
  page.turn("visible")
  expect(poll).toHaveBeenCalledOnce()
  expect(stream().url).toContain("/events")
})

test("without a network it rests, and polls at once when that is back", () => {
  const { poll } = follow()
  browser.dispatchEvent(new Event("offline"))
  expect(FakeEventSource.open).toEqual([])
  page.turn("visible")
  expect(FakeEventSource.open).toEqual([])
  browser.dispatchEvent(new Event("online"))
  expect(poll).toHaveBeenCalledOnce()
  stream()
})

test("stopped, it closes its stream and hears nothing more", () => {
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
