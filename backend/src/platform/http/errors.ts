import { STATUS_CODES } from "node:http"
import { errorHandler as medusaErrorHandler, type MedusaErrorHandlerFunction } from "@medusajs/framework/http"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { PROBLEM_TYPE, type Problem as ProblemBody } from "@shop/contracts"
import type { Request, Response } from "express"
import { BitcoinUnavailable } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { reasonOf } from "../config/reason"
import { Problem } from "./problem"

/** Sends a problem document (RFC 9457). Its request id is the one in the log. */
export function answerProblem(request: Request, response: Response, problem: Problem): void {
  const { status, code, detail, extras } = problem
  const body: ProblemBody = {
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail,
    code,
    requestId: request.get("x-request-id"),
    ...extras,
  }
  response.status(status).set("cache-control", "no-store").type(PROBLEM_TYPE).send(JSON.stringify(body))
}

const medusaHandler = medusaErrorHandler()

/** Under /api errors become problem documents, with the cause in the log; other paths keep Medusa's, which the admin needs. */
export const errorHandler: MedusaErrorHandlerFunction = (error: unknown, request, response, next) => {
  if (!isUnderApi(request.originalUrl) && !isUnderApi(request.url))
    return medusaHandler(
      error instanceof BitcoinUnavailable
        ? new MedusaError(MedusaError.Types.NOT_ALLOWED, error.message, error.code)
        : error,
      request,
      response,
      next,
    )
  // An event stream that fails after its first byte cannot become an error document.
  if (response.headersSent) {
    response.destroy()
    return
  }
  const problem = toProblem(error)
  if (problem !== error) {
    const cause = toError(error)
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

function toError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  return new Error(reasonOf(thrown), { cause: thrown })
}

const BODY_PROBLEMS: Record<string, Problem> = {
  "entity.parse.failed": new Problem(400, "malformed_json", "The body is not well-formed JSON."),
  "entity.too.large": new Problem(413, "too_large", "That is too much at once; send less than 32 KB."),
  "encoding.unsupported": new Problem(415, "not_json", "Send the body as plain JSON, not compressed."),
  "charset.unsupported": new Problem(415, "not_json", "Send the body as JSON in UTF-8."),
  "request.aborted": new Problem(400, "aborted", "The request ended before all of it had arrived."),
  "request.size.invalid": new Problem(400, "aborted", "The request ended before all of it had arrived."),
}

/** Medusa's own errors. Their messages name internals and go to the log; these sentences go to the caller. */
const MEDUSA_PROBLEMS: Record<string, Problem> = {
  [MedusaError.Types.NOT_FOUND]: new Problem(404, "not_found", "That is no longer here."),
  [MedusaError.Types.INVALID_DATA]: new Problem(400, "invalid", "Something in that request is not right."),
  [MedusaError.Types.NOT_ALLOWED]: new Problem(409, "not_allowed", "That is not possible at the moment."),
  [MedusaError.Types.CONFLICT]: new Problem(409, "conflict", "This was changed just now. Please try again."),
  [MedusaError.Types.DUPLICATE_ERROR]: new Problem(409, "duplicate", "That exists already."),
  [MedusaError.Types.UNAUTHORIZED]: new Problem(401, "signed_out", "Please sign in first."),
  [MedusaError.Types.FORBIDDEN]: new Problem(403, "forbidden", "You are not allowed to see or change that."),
  [MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR]: new Problem(
    422,
    "payment_refused",
    "The payment was refused.",
  ),
}

const INTERNAL = new Problem(
  500,
  "internal",
  "Something went wrong on our side. Please try again in a moment.",
)
const UNREADABLE = new Problem(400, "bad_request", "The request could not be read.")

const httpError = z.object({ statusCode: z.number(), type: z.string().optional() })

/** The problem for any error. An unexpected error becomes `internal` and reveals nothing about its cause. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof BitcoinUnavailable) return bitcoinUnavailable(error)
  if (error instanceof Error && MedusaError.isMedusaError(error))
    return MEDUSA_PROBLEMS[error.type] ?? INTERNAL
  const http = httpError.safeParse(error)
  if (!http.success) return INTERNAL
  const { statusCode, type = "" } = http.data
  return BODY_PROBLEMS[type] ?? (statusCode < 500 ? UNREADABLE : INTERNAL)
}

/** Bitcoin needs a rate and an address for a quote; without them only card payment is possible. */
export function bitcoinUnavailable({ sentence }: { sentence: string }): Problem {
  return new Problem(503, "bitcoin_unavailable", sentence)
}
