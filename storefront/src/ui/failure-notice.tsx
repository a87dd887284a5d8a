import type { ReactNode } from "react"
import {
  ApiError,
  failureMessage,
  isUncertain,
  MissingCodeError,
  NOT_SENT,
  problemOf,
} from "../lib/api-error"
import { Notice } from "./notice"

/** Why a change failed, which may be repeated: nothing without an error. `children` is what the shopper can do then. */
export function FailureNotice({
  title,
  error,
  children,
}: {
  title: string
  error: unknown
  children?: ReactNode
}) {
  if (error === null) return null
  const failure = describeFailure(title, error)
  return (
    <Notice tone="danger" role="alert" title={failure.title}>
      <p>{failure.text}</p>
      {children}
    </Notice>
  )
}

/** Codes for a failure inside the shop, perhaps after it had done what it was asked for. */
const BREAKDOWNS: readonly string[] = ["internal", "unavailable"]

/**
 * What to say after one attempt to change something that may be repeated. Nothing has changed only if the shop refused, or was not asked.
 * @param title that it was not done
 */
export function describeFailure(title: string, error: unknown): { title: string; text: string } {
  const code = problemOf(error)?.code
  const isRefused = code === undefined ? !isUncertain(error) : !BREAKDOWNS.includes(code)
  const isSent = !(error instanceof ApiError && error.status === NOT_SENT)
  if (isRefused || !isSent) return { title, text: failureMessage(error) }
  const next = error instanceof MissingCodeError ? failureMessage(error) : "It is safe to try again."
  const text = `No clear answer came back: it may have worked. ${next}`
  return { title: "We could not confirm that", text }
}
