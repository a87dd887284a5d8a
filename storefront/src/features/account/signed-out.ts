import { ApiError } from "../../lib/api-error"
import { showError } from "../../ui/toast-store"

const SIGNED_OUT = 401

/** A change that finds the session ended leaves the page with it, so a message says why. @throws the failure */
export function saySignedOut(failure: unknown, then: string): never {
  if (failure instanceof ApiError && failure.status === SIGNED_OUT) showError("You are signed out", then)
  throw failure
}
