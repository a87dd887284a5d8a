import { isSignedOut } from "../../api/account"
import { showError } from "../../ui/toast-store"

/** A change that finds the session ended leaves the page with it, so a message says why. Other failures stay where they are shown. */
export function saySignedOut(failure: unknown, then: string): void {
  if (isSignedOut(failure)) showError("You are signed out", then)
}
