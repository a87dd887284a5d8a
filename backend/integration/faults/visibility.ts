import { setTimeout as pause } from "node:timers/promises"
import { askThroughOutages } from "./ask-through-outages"

/** The domain tolerates a minute between two polls. This is slightly less. */
const LONG_MS = 55_000

/** Measures how long the shop goes without a successful poll of the chain. */
export function monitorVisibility(databaseUrl: string) {
  const blindPeriods: { from: number; to: number }[] = []
  const pollTimes = new Set<number>()
  let longestMs = 0
  let last = Date.now()
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      const [row] = await askThroughOutages<{ at: Date | null }>(
        databaseUrl,
        "select last_poll_at as at from bitcoin_wallet where retired_at is null",
      )
      const at = row?.at?.getTime() ?? last
      pollTimes.add(at)
      const gap = at - last
      longestMs = Math.max(longestMs, gap)
      if (gap > LONG_MS) blindPeriods.push({ from: last, to: at })
      last = Math.max(last, at)
      await pause(250)
    }
  })()
  return {
    blindPeriods,
    pollTimes,
    longestMs: () => longestMs,
    async stop() {
      over.abort()
      await watching
    },
  }
}
