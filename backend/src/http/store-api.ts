import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { environment } from "../config"
import { Problem } from "./problem"
import { answerProblem } from "./answer-problem"
import { isReadable } from "./readable-store-call"

const LARGEST_LIMIT = 100

/** Lets only the catalogue through, in pages of a hundred at most. `STORE_API=open` lets everything through. */
export function storeApi(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction) {
  if (environment.STORE_API === "closed" && !isReadable(request.method, request.path)) {
    answerProblem(
      request,
      response,
      new Problem(404, "closed", "The shop takes this on its own pages, under /api."),
    )
    return
  }
  const { limit } = request.query
  if (limit !== undefined && !(Number(limit) <= LARGEST_LIMIT)) {
    answerProblem(
      request,
      response,
      new Problem(400, "limit_too_high", `Ask for at most ${LARGEST_LIMIT} at a time.`),
    )
    return
  }
  next()
}

/** Payment webhooks: no provider of ours sends any, so nobody has business here. */
export function paymentHooks(request: MedusaRequest, response: MedusaResponse) {
  answerProblem(request, response, new Problem(404, "closed", "The shop takes no payment calls here."))
}
