/** Whole seconds from `now` (ms) until an ISO time; 0 once it has passed. */
export function secondsUntil(isoTime: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(isoTime) - now) / 1000))
}

/** Seconds as a clock: `754` → `"12:34"`, `3754` → `"1:02:34"`. */
export function formatClock(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, "0")
  const hours = Math.floor(seconds / 3600)
  const rest = `${pad(Math.floor((seconds % 3600) / 60))}:${pad(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** Seconds as words for a screen reader, in steps that do not chatter: `754` → `"13 minutes"`, `59` → `"less than a minute"`. */
export function describeMinutes(seconds: number): string {
  if (seconds < 60) return "less than a minute"
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? "1 minute" : `${minutes} minutes`
}
