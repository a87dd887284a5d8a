import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { environment } from "../../config"
import { Problem } from "../problem"
import { answerProblem } from "./answer-problem"

/** What of the framework's store API only reads, and reads what everybody may see. */
const READABLE = [
  "products",
  "product-variants",
  "product-categories",
  "product-tags",
  "product-types",
  "product-options",
  "collections",
  "regions",
  "currencies",
]
const LARGEST_LIMIT = 100

/**
 * Whether the framework's store API answers a call while it is closed. Its carts, orders (readable by whoever knows
 * an id, with name and address), payments, returns and customers go past the checkout's rules.
 * @param path below /store, like `/products/prod_1`
 */
export function isReadable(method: string, path: string): boolean {
  const [, collection = ""] = path.split("/")
  return (method === "GET" || method === "HEAD" || method === "OPTIONS") && READABLE.includes(collection)
}

/** Lets only the catalogue through, in pages of a hundred at most. `STORE_API=open` lets everything through. */
export function storeApi(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction) {
  if (environment.STORE_API === "closed" && !isReadable(request.method, request.path)) {
    return answerProblem(
      request,
      response,
      new Problem(404, "closed", "The shop takes this on its own pages, under /api."),
    )
  }
  const { limit } = request.query
  if (limit !== undefined && !(Number(limit) <= LARGEST_LIMIT)) {
    return answerProblem(
      request,
      response,
      new Problem(400, "limit_too_high", `Ask for at most ${LARGEST_LIMIT} at a time.`),
    )
  }
  next()
}

/** Payment webhooks: no provider of ours sends any, so nobody has business here. */
export function paymentHooks(request: MedusaRequest, response: MedusaResponse) {
  answerProblem(request, response, new Problem(404, "closed", "The shop takes no payment calls here."))
}
