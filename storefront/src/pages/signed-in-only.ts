import { redirect } from "react-router-dom"
import type { PageLoad } from "./page-load"

/** /account and /orders are for those who are signed in; nobody can be yet, so both lead home. */
export const load: PageLoad = () => Promise.resolve(redirect("/"))
