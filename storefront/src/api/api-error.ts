import { type Problem, problemSchema } from "@shop/contracts"

/** Any answer of /api that is not a success. Its message is `status: text` (specification, section 8). */
export class ApiError extends Error {
  override readonly name = "ApiError"

  constructor(
    readonly status: number,
    text: string,
    /** What the shop said about it, when it said it in our own form. */
    readonly problem: Problem | null,
    /** How long the shop asked to be left alone, in ms. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(`${status}: ${text}`)
  }
}

/** Reads an unsuccessful answer whole: its text is the message, and the problem in it where there is one. */
export async function apiErrorFrom(response: Response): Promise<ApiError> {
  const text = await response.text()
  const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10)
  const retryAfterMs = Number.isNaN(seconds) ? null : seconds * 1000
  return new ApiError(response.status, text || response.statusText, problemIn(text), retryAfterMs)
}

/** The problem an error carries, or null for errors of any other kind. */
export function problemOf(error: unknown): Problem | null {
  return error instanceof ApiError ? error.problem : null
}

/** What to tell whoever waited for a call that failed: the shop's own sentence, or that it was not reached. */
export function failureMessage(error: unknown): string {
  return problemOf(error)?.detail ?? "The shop could not be reached. Please try again in a moment."
}

/** What the shop found wrong with a form, by field; null when that was not the trouble. */
export function fieldErrorsOf(error: unknown): Record<string, string> | null {
  const errors = problemOf(error)?.errors
  return errors ? Object.fromEntries(errors.map(({ field, message }) => [field, message])) : null
}

function problemIn(text: string): Problem | null {
  try {
    const parsed = problemSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null // A proxy's HTML page, or nothing at all: the status has to do.
  }
}

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
