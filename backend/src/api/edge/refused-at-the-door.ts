import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { environment } from "../../config"
import { refusalOf } from "../../server/front-door"

/** Answers what the front door refused, and tells Express how many proxies in front are ours. */
export function refusedAtTheDoor(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction) {
  // The framework trusts one proxy whatever stands there; a forged X-Forwarded-For must not dodge a rate limit.
  request.app.set("trust proxy", environment.TRUSTED_PROXIES)
  response.removeHeader("x-powered-by")
  next(refusalOf(request))
}
