import type { MedusaRequest, MedusaResponse, MedusaRequestHandler } from "@medusajs/framework/http"
import { environment } from "../config"
import { answerProblem } from "./errors"
import { isWrite } from "./limits"
import { Problem } from "./problem"

const MAX_LIMIT = 100

export const storeApi: MedusaRequestHandler = (request, response, next) => {
  const reject = (problem: Problem) => answerProblem(request, response, problem)
  if (environment.STORE_API === "closed" && !isReadable(request.method, request.path))
    return reject(new Problem(404, "closed", "The shop takes this on its own pages, under /api."))
  const { limit } = request.query
  if (limit !== undefined && !(Number(limit) <= MAX_LIMIT))
    return reject(new Problem(400, "limit_too_high", `Ask for at most ${MAX_LIMIT} at a time.`))
  next()
}

/** Payment webhooks are closed: none of our providers sends any. */
export function paymentHooks(request: MedusaRequest, response: MedusaResponse) {
  answerProblem(request, response, new Problem(404, "closed", "The shop takes no payment calls here."))
}

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

/** Carts, orders (readable by id alone), payments and customers of /store bypass our checkout. `path` is below /store. */
export function isReadable(method: string, path: string): boolean {
  const [, collection = ""] = path.split("/")
  return !isWrite(method) && READABLE.includes(collection)
}
