import { onlineManager } from "@tanstack/react-query"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { loadLater } from "./later"

const FRAME_MS = 16
const settled = () => vi.advanceTimersByTimeAsync(3 * FRAME_MS)
let load = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal("window", new EventTarget())
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => setTimeout(frame, FRAME_MS))
  load = vi.fn<() => void>()
})
afterEach(() => {
  onlineManager.setOnline(true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("code is loaded once: at the first interaction, not again after two seconds", async () => {
  loadLater(load)
  window.dispatchEvent(new Event("scroll"))
  window.dispatchEvent(new Event("keydown"))
  await vi.advanceTimersByTimeAsync(5000)
  expect(load).toHaveBeenCalledOnce()
})

test("code is loaded when the frame that answers the interaction is drawn, not within its event or beside its drawing", async () => {
  loadLater(load)
  window.dispatchEvent(new Event("click"))
  await vi.advanceTimersByTimeAsync(FRAME_MS)
  expect(load).not.toHaveBeenCalled()
  await settled()
  expect(load).toHaveBeenCalledOnce()
})

test("a pointer that rests while the page changes under it is no interaction, a moving one is", async () => {
  class PointerEvent extends Event {
    constructor(readonly movementX: number) {
      super("pointermove")
    }
    readonly movementY = 0
  }
  vi.stubGlobal("PointerEvent", PointerEvent)
  loadLater(load)
  window.dispatchEvent(new PointerEvent(0))
  await settled()
  expect(load).not.toHaveBeenCalled()
  window.dispatchEvent(new PointerEvent(1))
  await settled()
  expect(load).toHaveBeenCalledOnce()
})

test("without an interaction it is loaded after two seconds", async () => {
  loadLater(load)
  await vi.advanceTimersByTimeAsync(1999)
  expect(load).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(load).toHaveBeenCalledOnce()
})

test("offline it waits for the network, because a browser remembers a failed import", async () => {
  onlineManager.setOnline(false)
  loadLater(load)
  window.dispatchEvent(new Event("click"))
  await settled()
  expect(load).not.toHaveBeenCalled()
  onlineManager.setOnline(true)
  await settled()
  expect(load).toHaveBeenCalledOnce()
})

test("a caller that stops waiting loads nothing", async () => {
  loadLater(load)()
  window.dispatchEvent(new Event("click"))
  await vi.advanceTimersByTimeAsync(5000)
  expect(load).not.toHaveBeenCalled()
})
