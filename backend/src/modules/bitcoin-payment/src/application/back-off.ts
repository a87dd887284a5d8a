import type { Clock } from "../ports/clock"

const FIRST_MS = 10_000
const LONGEST_MS = 3_600_000

/** Keys that are left alone for a while: twice as long after each failure. */
export function createBackOff(clock: Clock) {
  const waiting = new Map<string, { readonly ms: number; readonly until: number }>()
  return {
    keys: (): string[] => [...waiting].flatMap(([key, { until }]) => (until > clock() ? [key] : [])),
    /** @returns whether this is its first failure */
    begin: (key: string): boolean => {
      const before = waiting.get(key)
      const ms = Math.min(LONGEST_MS, (before?.ms ?? FIRST_MS / 2) * 2)
      waiting.set(key, { ms, until: clock() + ms })
      return before === undefined
    },
    end: (key: string): void => void waiting.delete(key),
  }
}

/** Reports a failure that repeats once, until a success. */
export function reportOnce(onFailure: (error: unknown) => void) {
  const reported = new Set<string>()
  return {
    failure: (error: unknown): void => {
      const reason = String(error)
      if (!reported.has(reason)) onFailure(error)
      reported.add(reason)
    },
    success: (): void => reported.clear(),
  }
}
