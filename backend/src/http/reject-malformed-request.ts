import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { rejectionOf } from "../server/http-server"

/** Answers a request that the HTTP server instrumentation rejected as malformed. */
export function rejectMalformedRequest(
  request: MedusaRequest,
  _response: MedusaResponse,
  next: MedusaNextFunction,
) {
  next(rejectionOf(request))
}
