/** Says that this browser has signed in; the session itself is a cookie that no script can read. */
const STORAGE_KEY = "signed-in"

/**
 * Whether this browser may hold a sign-in. Where it never did, the state is known at once and nothing is asked of
 * anybody. Also false where storage is switched off: such a browser is signed in for as long as its page lives.
 */
export function hasSignInTrace(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null
  } catch {
    return false
  }
}

/** Notes that this browser signed in, or that it no longer is. */
export function setSignInTrace(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(STORAGE_KEY, "1")
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Storage is switched off: the query's own memory has it.
  }
}
