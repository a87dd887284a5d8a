import { useEffect, useRef } from "react"

/**
 * Keeps the focus in the drawer when the line that has it is removed: it goes to the next line's name, or to the way
 * on that an empty cart offers.
 * @returns called with the button that is about to disappear
 */
export function useFocusAfterRemoval(count: number): (button: HTMLElement) => void {
  const removed = useRef<{ drawer: Element; index: number } | null>(null)

  useEffect(() => {
    const was = removed.current
    removed.current = null
    if (!was) return
    const lines = was.drawer.querySelectorAll("li")
    const next = lines[Math.min(was.index, lines.length - 1)] ?? was.drawer
    next.querySelector("a")?.focus()
  }, [count])

  return (button) => {
    const line = button.closest("li")
    const drawer = button.closest("dialog")
    if (line && drawer) removed.current = { drawer, index: [...drawer.querySelectorAll("li")].indexOf(line) }
  }
}
