import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { CART_TOAST_MS, dismissToast, holdToast, readToast, releaseToast, showToast } from "./toast-store"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test("a new toast replaces the previous one", () => {
  showToast({ title: "First" })
  showToast({ title: "Second" })
  expect(readToast()?.title).toBe("Second")
})

test("dismissing a replaced toast leaves its successor", () => {
  showToast({ title: "First" })
  const first = readToast()
  showToast({ title: "Second" })
  dismissToast(first?.id ?? 0)
  expect(readToast()?.title).toBe("Second")
  dismissToast(readToast()?.id ?? 0)
  expect(readToast()).toBeNull()
})

test.each([
  ["a toast stays five seconds", undefined, 5000],
  ["a cart toast stays three seconds", CART_TOAST_MS, 3000],
])("%s and no longer", (_, duration, ms) => {
  showToast({ title: "Hello", ...(duration !== undefined && { duration }) })
  vi.advanceTimersByTime(ms - 1)
  expect(readToast()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(readToast()).toBeNull()
})

test("a new toast has its own duration, whatever was left of the previous one", () => {
  showToast({ title: "First" })
  vi.advanceTimersByTime(4999)
  showToast({ title: "Second", duration: CART_TOAST_MS })
  vi.advanceTimersByTime(2999)
  expect(readToast()?.title).toBe("Second")
  vi.advanceTimersByTime(1)
  expect(readToast()).toBeNull()
})

test("a held toast stays as long as it is held, and then for the rest of its time", () => {
  showToast({ title: "Hello" })
  vi.advanceTimersByTime(4000)
  holdToast()
  holdToast()
  vi.advanceTimersByTime(60_000)
  expect(readToast()).not.toBeNull()
  releaseToast()
  releaseToast()
  vi.advanceTimersByTime(999)
  expect(readToast()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(readToast()).toBeNull()
})
