const STORAGE_KEY = "sign-in-redirect"

/** Remembers that this tab leaves for Google's page and is expected back. */
export function markRedirect(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, "1")
  } catch {
    // Firebase needs the same storage, and says what is wrong when it is switched off.
  }
}

/** Whether this page is the way back from Google; asked a second time it is not. */
export function consumeRedirectMark(): boolean {
  try {
    const isBack = sessionStorage.getItem(STORAGE_KEY) !== null
    sessionStorage.removeItem(STORAGE_KEY)
    return isBack
  } catch {
    return false
  }
}

/** Screens up to this width leave for Google's page instead of opening a window (specification, section 4). */
const NARROW = "(max-width: 768px)"

export const isNarrowScreen = (): boolean => matchMedia(NARROW).matches
