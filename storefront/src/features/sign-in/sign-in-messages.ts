import type { Session } from "@shop/contracts"
import { problemOf } from "../../lib/api-error"
import { showToast } from "../../ui/toast-store"

/** Firebase's codes for a sign-in that the shopper cancelled. */
const CANCELLED_CODES = ["auth/popup-closed-by-user", "auth/cancelled-popup-request", "auth/user-cancelled"]

/** Firebase's errors have a code. Others may not. */
function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined
}

const isCancelled = (error: unknown) => CANCELLED_CODES.includes(String(codeOf(error)))

/**
 * Reports a failed sign-in to the shopper and to the console (specification, section 8). Closing Google's window is
 * not a failure.
 */
export function showSignInError(error: unknown): void {
  if (isCancelled(error)) return
  reportError(error)
  showToast({
    tone: "destructive",
    title: "Sign in failed",
    description: "There was a problem signing in with Google.",
  })
}

/** Advice about a failed sign-in beyond trying again; null when there is none. */
export function adviceOn(error: unknown): string | null {
  if (codeOf(error) === "auth/popup-blocked") {
    return "Your browser blocked Google's window. Allow pop-ups for this shop, and try again."
  }
  if (codeOf(error) === "auth/network-request-failed") {
    return "Google could not be reached. You can order without an account."
  }
  return problemOf(error)?.detail ?? null
}

/** Welcomes the signed-in user. */
export function showWelcome({ user }: Session): void {
  const name = user?.name
  showToast({
    title: "Successfully signed in",
    description: name ? `Welcome, ${name}.` : "Welcome.",
  })
}
