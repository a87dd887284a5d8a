import { type ReactNode, useState } from "react"
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
  const [mayBeDone, setMayBeDone] = useState(false)
  if (error === null) return null
  if (!mayBeDone && !isUndone(error)) setMayBeDone(true)
  const failure = describeFailure(title, error, mayBeDone)
  return (
    <Notice tone="danger" role="alert" title={failure.title}>
      <p>{failure.text}</p>
      {children}
    </Notice>
  )
}

/** Codes for a failure inside the shop, perhaps after it had done what it was asked for. */
const BREAKDOWNS: readonly string[] = ["internal", "unavailable"]

/** Whether nothing has changed for certain: the shop refused, or was not asked. */
function isUndone(error: unknown): boolean {
  const code = problemOf(error)?.code
  return isUnasked(error) || (code === undefined ? !isUncertain(error) : !BREAKDOWNS.includes(code))
}

const TOO_MANY = 429

/** It says nothing about an attempt before it. */
const isUnasked = (error: unknown) =>
  error instanceof ApiError && (error.status === NOT_SENT || error.status === TOO_MANY)

/**
 * What to say after an attempt to change something that may be repeated.
 * @param title that it was not done
 * @param mayBeDone by an attempt before this one, whose answer was lost
 */
export function describeFailure(
  title: string,
  error: unknown,
  mayBeDone = false,
): { title: string; text: string } {
  if (isUndone(error) && !(mayBeDone && isUnasked(error))) return { title, text: failureMessage(error) }
  const next = error instanceof MissingCodeError ? failureMessage(error) : "It is safe to try again."
  const text = `No clear answer came back: it may have worked. ${next}`
  return { title: "We could not confirm that", text }
}
