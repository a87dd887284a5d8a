import type { SignedIn } from "../../../customers/sign-in"
import { Problem } from "../../../platform/http/problem"

type Reason = Extract<SignedIn, { ok: false }>["reason"]

const AGAIN = "Please sign in with Google again."

/** The error messages of a failed sign-in. */
export const SIGN_IN_PROBLEMS: Record<Reason, Problem> = {
  off: new Problem(
    503,
    "sign_in_off",
    "Signing in is not set up in this shop. You can order without an account.",
  ),
  unavailable: new Problem(
    503,
    "sign_in_unavailable",
    "Google cannot be reached at the moment, so signing in is not possible. You can order without an account.",
  ),
  refused: new Problem(401, "sign_in_refused", `Google's word on who you are was not valid. ${AGAIN}`),
  stale: new Problem(401, "sign_in_refused", `That sign-in is too long ago. ${AGAIN}`),
  unverified_email: new Problem(
    401,
    "sign_in_refused",
    "Google has not verified your email address yet. Please do that there, and sign in again.",
  ),
  account_exists: new Problem(
    409,
    "account_exists",
    "There is an account with this email address already, which belongs to another sign-in. Please contact us.",
  ),
}
