import { useEffect } from "react"
import { useSession } from "../api/session"
import { useNavigator } from "../lib/navigator"
import type { PageLoad } from "./page-types"

/** Others are redirected home (specification, section 6). Only the browser may load personal data. */
export function signedInOnly(load: PageLoad): PageLoad {
  return async (request) => {
    if (!(await request.mayBeSignedIn())) return { kind: "redirect", to: "/" }
    return import.meta.env.SSR ? null : load(request)
  }
}

/** Redirects to the home page when the user is signed out while such a page is open. */
export function useHomeWhenSignedOut(): void {
  const { user, isKnown } = useSession()
  const navigator = useNavigator()
  const isOut = isKnown && !user
  useEffect(() => {
    if (isOut) navigator.replace("/")
  }, [isOut, navigator])
}
