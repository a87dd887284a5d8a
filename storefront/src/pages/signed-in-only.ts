import { useEffect } from "react"
import { useNavigate } from "react-router-dom"
import { useSession } from "../api/session"
import type { PageLoad, PageRequest } from "./page-load"

/**
 * A page for those who are signed in: everybody else is led home (specification, section 6). What is theirs only their
 * browser may ask for, so the server draws the frame.
 */
export function signedInOnly(load: (request: PageRequest) => Promise<void>): PageLoad {
  return async (request) => {
    if (!(await request.mayBeSignedIn())) return { kind: "redirect", to: "/" }
    if (!import.meta.env.SSR) await load(request)
    return null
  }
}

/** Leads home whoever is no longer signed in while such a page is open: signed out here, or by the session's end. */
export function useHomeWhenSignedOut(): void {
  const { user, isKnown } = useSession()
  const navigate = useNavigate()
  const isOut = isKnown && !user
  useEffect(() => {
    if (isOut) void navigate("/", { replace: true })
  }, [isOut, navigate])
}
