/** How far back the first look goes, and how far each later one overlaps the one before. */
const FIRST_MS = 24 * 60 * 60 * 1000
const OVERLAP_MS = 60_000
/** More than a clock is adjusted between two looks without a jump. */
const STEP_MS = 1000

interface Clock {
  wall: () => number
  monotonic: () => number
}

/**
 * Since when orders may be incomplete. Orders carry the machine's time: one that was placed while the clock was wrong
 * can be older than the last look, so the first look after each step of the clock goes at least as far back as that of a new process.
 */
export function recoveryWindow(clock: Clock = { wall: Date.now, monotonic: () => performance.now() }) {
  let last: { since: number; offset: number } | null = null
  return {
    /** Looks once. A look that throws is repeated with the same window. @param look resolves with the time of the oldest failure */
    async look(look: (since: Date) => Promise<Date | null>): Promise<void> {
      const now = clock.wall()
      const offset = now - clock.monotonic()
      const isStepped = last !== null && Math.abs(offset - last.offset) > STEP_MS
      const first = now - FIRST_MS
      const since = last === null ? first : isStepped ? Math.min(last.since, first) : last.since
      const oldestFailure = await look(new Date(since))
      last = { since: oldestFailure?.getTime() ?? now - OVERLAP_MS, offset }
    },
  }
}
