import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { environment } from "../../config"
import { Problem } from "../problem"
import { isWrite } from "./is-write"

/** What decides whether a write comes from the shop's own pages. */
interface Provenance {
  /** The `Origin` header; browsers send it with every write. */
  origin: string | undefined
  /** The `Sec-Fetch-Site` header, which a page cannot forge. */
  fetchSite: string | undefined
  /** The host that was asked for, as the browser wrote it. */
  host: string | undefined
  publicUrl: string
}

/**
 * True for writes of our own pages and of programs that are no browser (they send neither header, and carry nobody's
 * cookies). `Origin` must be the shop's public address or the very host that was asked.
 */
export function isSameOrigin({ origin, fetchSite, host, publicUrl }: Provenance): boolean {
  if (fetchSite === "cross-site") return false
  if (origin !== undefined) return origin === publicUrl || (host !== undefined && hostOf(origin) === host)
  return fetchSite === undefined || fetchSite === "same-origin" || fetchSite === "none"
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

/** Refuses a write that another site's page makes with our visitor's cookies. */
export function sameOrigin(request: MedusaRequest, _response: MedusaResponse, next: MedusaNextFunction) {
  if (!isWrite(request.method)) return next()
  const forwarded = environment.TRUSTED_PROXIES > 0 ? request.get("x-forwarded-host") : undefined
  const isOurs = isSameOrigin({
    origin: request.get("origin"),
    fetchSite: request.get("sec-fetch-site"),
    host: forwarded ?? request.get("host"),
    publicUrl: environment.PUBLIC_URL,
  })
  next(isOurs ? undefined : new Problem(403, "cross_site", "Please do this on the shop's own pages."))
}
