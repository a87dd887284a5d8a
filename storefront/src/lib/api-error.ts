import type { Problem } from "@shop/contracts"

/** The shop has this long to answer, in ms. */
export const TIMEOUT_MS = 20_000

/** A release has removed code of this page, or the network has lost it. */
export class MissingCodeError extends Error {}

/** In place of an answer's status: there was no network to ask for a change with. */
export const NOT_SENT = 0

/** Any answer of /api that is not a success. Its message is `status: text` (specification, section 8). */
export class ApiError extends Error {
  override readonly name = "ApiError"

  constructor(
    readonly status: number,
    text: string,
    /** The shop's problem document, if the answer is one. */
    readonly problem: Problem | null,
    readonly retryAfterMs: number | null = null,
  ) {
    super(`${status}: ${text}`)
  }
}

export function problemOf(error: unknown): Problem | null {
  return error instanceof ApiError ? error.problem : null
}

/** Why something was not done: the shop's own sentence, or that it was not reached. */
export function failureMessage(error: unknown): string {
  if (error instanceof MissingCodeError) return "Please reload this page, and try again."
  return problemOf(error)?.detail ?? "The shop could not be reached. Please try again in a moment."
}

/** The shop's messages about a form by field, or null. */
export function fieldErrorsOf(error: unknown): Record<string, string> | null {
  const errors = problemOf(error)?.errors
  return errors ? Object.fromEntries(errors.map(({ field, message }) => [field, message])) : null
}

const MAX_RETRIES = 3
const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 30_000
/** A longer Retry-After is not waited for. */
const MAX_RETRY_AFTER_MS = 10_000

const TEMPORARY_STATUSES: readonly number[] = [NOT_SENT, 408, 425, 429]

/** The answer was lost, unreadable, or a temporary failure: an idempotent call may be repeated. */
export function isUncertain(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.status >= 500 || TEMPORARY_STATUSES.includes(error.status)
}

const askedDelay = (error: unknown) => (error instanceof ApiError ? error.retryAfterMs : null)

/** For React Query's `retry`: up to three times. While the browser is offline the library pauses. Missing code stays missing. */
export function retryUncertain(failures: number, error: unknown): boolean {
  if (error instanceof MissingCodeError) return false
  return failures < MAX_RETRIES && isUncertain(error) && (askedDelay(error) ?? 0) <= MAX_RETRY_AFTER_MS
}

/** In ms: from 1 s doubling up to 30 s (specification, section 9), or the answer's Retry-After. */
export function retryDelay(failures: number, error: unknown): number {
  return askedDelay(error) ?? Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS)
}

/** A query or an idempotent change is asked for again while its outcome is unknown. */
export const RETRY_UNCERTAIN = { retry: retryUncertain, retryDelay } as const
