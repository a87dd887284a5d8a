import type { CartItem } from "@shop/contracts"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import {
  clearPendingQuantity,
  flushPendingQuantities,
  hasPendingQuantities,
  setPendingQuantity,
  applyPendingQuantities,
} from "./pending-quantities"

const line = (id: string, quantity: number): CartItem => ({
  id,
  quantity,
  product: { id, slug: id, name: id, image: null, weight: "100 g", price: "1.00", stock: 9 },
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  flushPendingQuantities()
  vi.useRealTimers()
})

test("of quick changes to one line, only the last is sent after a pause", () => {
  const granted: number[] = []
  for (const quantity of [2, 3, 4]) {
    setPendingQuantity("a", quantity, (last) => granted.push(last))
    vi.advanceTimersByTime(200)
  }
  expect(granted).toEqual([])
  vi.advanceTimersByTime(200)
  expect(granted).toEqual([4])
  expect(hasPendingQuantities()).toBe(false)
})

test("lines do not wait for each other", () => {
  const granted: string[] = []
  setPendingQuantity("a", 2, () => granted.push("a"))
  vi.advanceTimersByTime(200)
  setPendingQuantity("b", 2, () => granted.push("b"))
  vi.advanceTimersByTime(150)
  expect(granted).toEqual(["a"])
})

test("an answer that arrives meanwhile is shown with the pending quantities", () => {
  setPendingQuantity("a", 5, () => undefined)
  expect(applyPendingQuantities([line("a", 1), line("b", 2)]).map(({ quantity }) => quantity)).toEqual([5, 2])
})

test("leaving the page sends at once, and removing a line clears its pending quantity", () => {
  const granted: number[] = []
  setPendingQuantity("a", 5, (last) => granted.push(last))
  setPendingQuantity("b", 6, (last) => granted.push(last))
  clearPendingQuantity("b")
  flushPendingQuantities()
  vi.advanceTimersByTime(1000)
  expect(granted).toEqual([5])
})
