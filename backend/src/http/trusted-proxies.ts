import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { environment } from "../config"

/**
 * Tells Express how many proxies in front are ours. The framework trusts one, whatever stands there; a forged
 * X-Forwarded-For must not dodge a rate limit.
 */
export function trustedProxies(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction) {
  request.app.set("trust proxy", environment.TRUSTED_PROXIES)
  response.removeHeader("x-powered-by")
  next()
}
