import { useRef, type PointerEvent } from "react"

/** Moves this small are a finger that rests. */
const SLACK_PX = 4

/**
 * Handlers for something that is swiped away to either side: it follows the finger, leaves from `threshold` CSS
 * pixels on, and springs back before that.
 */
export function useSwipe(threshold: number, onSwipe: () => void) {
  const from = useRef<number | null>(null)

  const moved = (event: PointerEvent) => (from.current === null ? 0 : event.clientX - from.current)
  const end = (event: PointerEvent<HTMLElement>) => {
    from.current = null
    event.currentTarget.style.translate = ""
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.isPrimary) from.current = event.clientX
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const x = moved(event)
      if (Math.abs(x) < SLACK_PX) return
      // Only now, so that a press on a button inside stays the button's.
      event.currentTarget.setPointerCapture(event.pointerId)
      event.currentTarget.style.translate = `${x}px`
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const isSwipe = Math.abs(moved(event)) >= threshold
      end(event)
      if (isSwipe) onSwipe()
    },
    onPointerCancel: end,
  }
}
