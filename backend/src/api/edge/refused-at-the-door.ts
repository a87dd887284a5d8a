import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { refusalOf } from "../../server/front-door"

/** Answers what the front door refused. */
export function refusedAtTheDoor(
  request: MedusaRequest,
  _response: MedusaResponse,
  next: MedusaNextFunction,
) {
  next(refusalOf(request))
}
