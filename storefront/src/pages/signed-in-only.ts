import { redirect } from "react-router-dom"
import type { PageLoad, PageRequest } from "./page-load"

/** A page for those who are signed in: everybody else is led home (specification, section 6). */
export function signedInOnly(load: (request: PageRequest) => Promise<void>): PageLoad {
  return async (request) => {
    if (!(await request.mayBeSignedIn())) return redirect("/")
    await load(request)
    return null
  }
}
