import { useEffect, useState } from "react"

/** The time in milliseconds, moving on every second; null until the page is alive, because no server knows the reader's now. */
export function useNow(): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
