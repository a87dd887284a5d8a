const FIRST_WAIT_SECONDS = 10
const LONGEST_WAIT_SECONDS = 6 * 60 * 60
const ATTEMPTS = 20

/**
 * Seconds until the next attempt, or null when it was the last: 10 s, 20 s, 40 s … 6 h, for two and a half days.
 * @param attempts how many there have been, 1 or more
 */
export function secondsUntilNext(attempts: number): number | null {
  if (attempts >= ATTEMPTS) return null
  return Math.min(FIRST_WAIT_SECONDS * 2 ** (attempts - 1), LONGEST_WAIT_SECONDS)
}
