import { useEffect } from "react"
import { useSession } from "../api/session"
import { useNavigator } from "../lib/navigator"
import type { PageLoad } from "./page-types"

/** Others are redirected. Only the browser may load personal data. */
export function signedInOnly(otherwise: string, load: PageLoad): PageLoad {
  return async (request) => {
    if (!(await request.mayBeSignedIn())) return { kind: "redirect", to: otherwise }
    return import.meta.env.SSR ? null : load(request)
  }
}

/** Redirects when the user is signed out while such a page is open. */
export function useRedirectWhenSignedOut(otherwise: string): void {
  const { user, isKnown } = useSession()
  const navigator = useNavigator()
  const isOut = isKnown && !user
  useEffect(() => {
    if (isOut) navigator.replace(otherwise)
  }, [isOut, navigator, otherwise])
}
