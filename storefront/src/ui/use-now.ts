import { useEffect, useState } from "react"

/**
 * The time in ms by a clock, moving on every second; null until the page is alive, because no server knows the reader's now.
 * @param clock must be the same function each time
 */
export function useNow(clock: () => number): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const tick = () => setNow(clock())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [clock])
  return now
}
