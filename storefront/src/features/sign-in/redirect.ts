const STORAGE_KEY = "sign-in-redirect"

/** Notes that this tab leaves for Google's page. */
export function markRedirect(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, "1")
  } catch {
    // Firebase needs the same storage, and reports when it is switched off.
  }
}

/** Whether Google has redirected back to this page. True only once. */
export function consumeRedirectMark(): boolean {
  try {
    const isBack = sessionStorage.getItem(STORAGE_KEY) !== null
    sessionStorage.removeItem(STORAGE_KEY)
    return isBack
  } catch {
    return false
  }
}

/** Screens up to this width redirect to Google instead of opening a window (specification, section 4). */
const NARROW = "(max-width: 768px)"

export const isNarrowScreen = (): boolean => matchMedia(NARROW).matches
