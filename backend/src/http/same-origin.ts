import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { environment } from "../config"
import { Problem } from "./problem"
import { isWrite } from "./is-write"
import { isSameOrigin } from "./provenance"

/** Refuses a write that another site's page makes with our visitor's cookies. */
export function sameOrigin(request: MedusaRequest, _response: MedusaResponse, next: MedusaNextFunction) {
  if (!isWrite(request.method)) {
    next()
    return
  }
  const forwarded = environment.TRUSTED_PROXIES > 0 ? request.get("x-forwarded-host") : undefined
  const isOurs = isSameOrigin({
    origin: request.get("origin"),
    fetchSite: request.get("sec-fetch-site"),
    host: forwarded ?? request.get("host"),
    publicUrl: environment.PUBLIC_URL,
  })
  next(isOurs ? undefined : new Problem(403, "cross_site", "Please do this on the shop's own pages."))
}
