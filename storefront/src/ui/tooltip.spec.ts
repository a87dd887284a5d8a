import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createTooltipTiming } from "./tooltip"

let shown: string | null = null
const aTooltip = () => createTooltipTiming<string>((anchor) => (shown = anchor))

beforeEach(() => {
  vi.useFakeTimers()
  shown = null
})
afterEach(() => void vi.useRealTimers())

test("a tooltip appears when the pointer has rested for 700 ms, not before", () => {
  const tooltip = aTooltip()
  tooltip.enter("cart")
  vi.advanceTimersByTime(699)
  expect(shown).toBeNull()
  vi.advanceTimersByTime(1)
  expect(shown).toBe("cart")
})

test("a pointer that only passes over an element shows nothing", () => {
  const tooltip = aTooltip()
  tooltip.enter("cart")
  vi.advanceTimersByTime(300)
  tooltip.leave()
  vi.advanceTimersByTime(5000)
  expect(shown).toBeNull()
})

test("within 300 ms of one tooltip the next appears at once; later it waits again", () => {
  const tooltip = aTooltip()
  tooltip.enter("cart")
  vi.advanceTimersByTime(700)
  tooltip.hide()
  vi.advanceTimersByTime(299)
  tooltip.enter("menu")
  expect(shown).toBe("menu")

  tooltip.hide()
  vi.advanceTimersByTime(300)
  tooltip.enter("cart")
  expect(shown).toBeNull()
  vi.advanceTimersByTime(700)
  expect(shown).toBe("cart")
})

test("a tooltip stays while the pointer moves onto it, and disappears soon after the pointer leaves", () => {
  const tooltip = aTooltip()
  tooltip.enter("cart")
  vi.advanceTimersByTime(700)
  tooltip.leave()
  vi.advanceTimersByTime(50)
  tooltip.stay()
  vi.advanceTimersByTime(5000)
  expect(shown).toBe("cart")
  tooltip.leave()
  vi.advanceTimersByTime(100)
  expect(shown).toBeNull()
})

test("keyboard focus shows a tooltip at once, and a press or Escape cancels a pending one", () => {
  const tooltip = aTooltip()
  tooltip.showNow("cart")
  expect(shown).toBe("cart")
  tooltip.hide()
  vi.advanceTimersByTime(300)
  tooltip.enter("menu")
  tooltip.hide()
  vi.advanceTimersByTime(5000)
  expect(shown).toBeNull()
})
