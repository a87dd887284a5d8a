import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { BitcoinUnavailable } from "../modules/bitcoin-payment"
import { bitcoinUnavailable } from "../api/api/bitcoin/unavailable"
import { Problem } from "./problem"

/** What went wrong while the body was read, by the body parser's own names. */
const BODY_PROBLEMS: Record<string, Problem> = {
  "entity.parse.failed": new Problem(400, "malformed_json", "The body is not well-formed JSON."),
  "entity.too.large": new Problem(413, "too_large", "That is too much at once; send less than 32 KB."),
  "encoding.unsupported": new Problem(415, "not_json", "Send the body as plain JSON, not compressed."),
  "charset.unsupported": new Problem(415, "not_json", "Send the body as JSON in UTF-8."),
  "request.aborted": new Problem(400, "aborted", "The request ended before all of it had arrived."),
  "request.size.invalid": new Problem(400, "aborted", "The request ended before all of it had arrived."),
}

/** The framework's own refusals. Its sentences name its internals: they go to the log, these to the reader. */
const MEDUSA_PROBLEMS: Record<string, Problem> = {
  [MedusaError.Types.NOT_FOUND]: new Problem(404, "not_found", "That is not here any more."),
  [MedusaError.Types.INVALID_DATA]: new Problem(400, "invalid", "Something in that request is not right."),
  [MedusaError.Types.NOT_ALLOWED]: new Problem(409, "not_allowed", "That cannot be done as things stand."),
  [MedusaError.Types.CONFLICT]: new Problem(
    409,
    "conflict",
    "Somebody else changed this just now. Please try again.",
  ),
  [MedusaError.Types.DUPLICATE_ERROR]: new Problem(409, "duplicate", "That exists already."),
  [MedusaError.Types.UNAUTHORIZED]: new Problem(401, "signed_out", "Please sign in first."),
  [MedusaError.Types.FORBIDDEN]: new Problem(403, "forbidden", "That is not yours to see or change."),
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

/** How Express and its body parser mark their own errors. */
const httpError = z.object({ statusCode: z.number(), type: z.string().optional() })

/** The refusal that stands for any error; what is not expected is an `internal` one and tells nothing of its cause. */
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
