import { useEffect, useRef } from "react"

/**
 * What was asked for is where the reader goes on: the first new product of a list that has grown has the focus, without
 * the page moving under anybody's eyes.
 * @param count how many products are shown
 */
export function useFocusOnFirstNew(count: number) {
  const grid = useRef<HTMLDivElement>(null)
  const shownBefore = useRef<number>(undefined)
  useEffect(() => {
    const before = shownBefore.current
    if (before === undefined || count <= before) return
    shownBefore.current = undefined
    const link = grid.current?.querySelectorAll("li")[before]?.querySelector("a")
    link?.focus({ preventScroll: true })
  }, [count])
  return { grid, focusAfter: (before: number) => void (shownBefore.current = before) }
}
