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

test("a pointer that only passes over shows nothing", () => {
  const tooltip = aTooltip()
  tooltip.enter("cart")
  vi.advanceTimersByTime(300)
  tooltip.leave()
  vi.advanceTimersByTime(5000)
  expect(shown).toBeNull()
})

test("within 300 ms of one tooltip the next comes at once, later it waits again", () => {
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

test("it stays while the pointer crosses over onto it, and goes soon after the pointer has left", () => {
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

test("the keyboard does not wait, and a press or Escape ends a tooltip that was about to come", () => {
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
