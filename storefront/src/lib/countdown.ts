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

/** Minutes before the end at which the time left is read out. */
const MILESTONES = [1, 5, 10]

/**
 * What a screen reader says by itself as the time runs out: nothing until the last ten minutes, then a few times only.
 * The same text for as long as nothing new is to be said.
 */
export function announceTimeLeft(seconds: number): string {
  if (seconds === 0) return "The time is up."
  const minutes = MILESTONES.find((milestone) => seconds <= milestone * 60)
  if (minutes === undefined) return ""
  return minutes === 1 ? "Less than 1 minute left." : `Less than ${minutes} minutes left.`
}
