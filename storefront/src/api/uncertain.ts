import { ApiError } from "./api-error"

const MAX_RETRIES = 3
const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 30_000
/** Nobody waits longer than this for a shop that names a time itself. */
const MAX_RETRY_AFTER_MS = 10_000

const TEMPORARY_STATUSES: readonly number[] = [408, 425, 429]

/**
 * Whether nobody can tell what became of a call: the answer was lost, unreadable, or of a shop that was not itself.
 * Such a call may be made again where making it twice does no harm; a plain refusal may not.
 */
export function isUncertain(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.status >= 500 || TEMPORARY_STATUSES.includes(error.status)
}

/** For the query library's `retry`: up to three times; while the browser is offline the library waits before the next. */
export function retryUncertain(failures: number, error: unknown): boolean {
  const asked = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
  return failures < MAX_RETRIES && isUncertain(error) && asked <= MAX_RETRY_AFTER_MS
}

/** For its `retryDelay`, in ms: from 1 s doubling up to 30 s (specification, section 9), or what the shop asked for. */
export function retryDelay(failures: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfterMs : null
  return asked ?? Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS)
}
