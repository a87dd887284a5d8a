import { readStored, store } from "../../lib/storage"

const STORAGE_KEY = "sign-in-redirect"

/** Notes that this tab leaves for Google's page. Without storage Firebase, which needs the same, reports a failure. */
export const markRedirect = (): void => store("sessionStorage", STORAGE_KEY, "1")

/** Whether Google has redirected back to this page. True only once. */
export function consumeRedirectMark(): boolean {
  const isBack = readStored("sessionStorage", STORAGE_KEY) !== null
  store("sessionStorage", STORAGE_KEY, null)
  return isBack
}

/** Screens up to this width redirect to Google instead of opening a window (specification, section 4). */
const NARROW = "(max-width: 768px)"

export const isNarrowScreen = (): boolean => matchMedia(NARROW).matches
