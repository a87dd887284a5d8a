/** Whole seconds from `now` (ms) until an ISO time; 0 once it has passed. */
export function secondsUntil(isoTime: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(isoTime) - now) / 1000))
}

/** Milliseconds until the time left is a whole second; in a hidden tab, a whole minute. */
export function untilNextTick(leftMs: number, isHidden: boolean): number {
  const step = isHidden ? 60_000 : 1000
  return leftMs % step || step
}

/** Seconds as a clock: `754` → `"12:34"`, `3754` → `"1:02:34"`. */
export function formatClock(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, "0")
  const hours = Math.floor(seconds / 3600)
  const rest = `${pad(Math.floor((seconds % 3600) / 60))}:${pad(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** The time left is announced at these minutes before the end: a screen reader would read every second otherwise. */
const MILESTONES = [1, 5, 10]

/** The minutes of the last announcement that is due; 0: the time is up; null: there is none yet. */
export function milestoneOf(seconds: number): number | null {
  if (seconds === 0) return 0
  return MILESTONES.find((milestone) => seconds <= milestone * 60) ?? null
}
