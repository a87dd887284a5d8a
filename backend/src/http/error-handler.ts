import { errorHandler as stockErrorHandler, type MedusaErrorHandlerFunction } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { answerProblem } from "./answer-problem"
import { causeOf } from "./cause-of"
import { toProblem } from "./to-problem"

const stock = stockErrorHandler()

/**
 * Under /api every error is a problem the shopper can read; the log gets the cause with the request's id. Outside,
 * the framework answers as it always does: the admin relies on it.
 */
export const errorHandler: MedusaErrorHandlerFunction = (error: unknown, request, response, next) => {
  if (!isUnderApi(request.originalUrl) && !isUnderApi(request.url))
    return stock(error, request, response, next)
  // An event stream that breaks after its first byte cannot turn into an error document any more.
  if (response.headersSent) {
    response.destroy()
    return
  }
  const problem = toProblem(error)
  if (problem !== error) {
    const cause = causeOf(error)
    const logger = request.scope.resolve(ContainerRegistrationKeys.LOGGER)
    const line = `${request.method} ${request.path} answered ${problem.status} (request ${request.get("x-request-id") ?? "unknown"})`
    if (problem.status >= 500) logger.error(line, cause)
    else logger.info(`${line}: ${cause.message}`)
  }
  answerProblem(request, response, problem)
}

function isUnderApi(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}
