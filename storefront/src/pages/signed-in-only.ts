import { useEffect } from "react"
import { useSession } from "../api/session"
import { useNavigator } from "../lib/navigator"
import type { PageLoad } from "./page-types"

/** Others are redirected. Personal data are loaded by the page itself: only the browser may. */
export const signedInOnly =
  (otherwise: string): PageLoad =>
  async ({ mayBeSignedIn }) =>
    (await mayBeSignedIn()) ? null : { kind: "redirect", to: otherwise }

/** Redirects when the user is signed out while such a page is open. */
export function useRedirectWhenSignedOut(otherwise: string): void {
  const { user, isKnown } = useSession()
  const navigator = useNavigator()
  const isOut = isKnown && !user
  useEffect(() => {
    if (isOut) navigator.replace(otherwise)
  }, [isOut, navigator, otherwise])
}
