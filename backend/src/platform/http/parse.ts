import { json, raw, type RequestHandler } from "express"
import type { MedusaRequest, MedusaRequestHandler } from "@medusajs/framework/http"
import { MAX_NOTIFICATION_BYTES } from "@shop/contracts"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type * as core from "zod/v4/core"
import { safeParse } from "zod/v4/core"
import { rejectionOf } from "../server/http-server"
import { invalidField, Problem } from "./problem"

export const rejectMalformedRequest: MedusaRequestHandler = (request, _response, next) => {
  next(rejectionOf(request))
}

/** Larger than any call needs: the longest is a contact message of 5,000 characters. */
const MAX_BODY = "32kb"

/** Compressed bodies are rejected: a few bytes of them could unpack to very many. */
export const readJson: RequestHandler = json({ limit: MAX_BODY, inflate: false })

export const readRaw: RequestHandler = raw({
  limit: MAX_NOTIFICATION_BYTES,
  inflate: false,
  type: () => true,
})

/** Accepts JSON bodies only. A form on another site cannot send that content type without a preflight request. */
export const onlyJson: MedusaRequestHandler = (request, _response, next) => {
  if (isOtherThan(request, "application/json"))
    return next(
      new Problem(415, "not_json", "Send the body as JSON, with the content type application/json."),
    )
  next()
}

export function isOtherThan(request: MedusaRequest, ...types: string[]): boolean {
  const hasBody =
    request.get("transfer-encoding") !== undefined || Number(request.get("content-length") ?? 0) > 0
  return hasBody && request.is(types) === false
}

/** @throws Problem 400 `invalid` with a sentence for every wrong field */
export function parse<Schema extends core.$ZodType>(schema: Schema, value: unknown): core.output<Schema> {
  rejectUnstorable(value)
  const parsed = safeParse(schema, value)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.flatMap(fieldErrors)
  throw new Problem(400, "invalid", errors.map((error) => error.message).join(" "), { errors })
}

/** Postgres stores no NUL, and a lone surrogate is no text. */
const UNSTORABLE = /[\0\p{Surrogate}]/u

/** Deeper than any body of ours. The parsers that follow call themselves once for each level. */
const MAX_DEPTH = 32

function rejectUnstorable(value: unknown): void {
  const field = unstorableField(value)
  if (field !== null) throw invalidField(field, "Please remove the characters that are not text.")
}

/** The name of the first field that Postgres cannot store, or that is nested too deeply; null: there is none. */
export function unstorableField(value: unknown, field = "", depth = 0): string | null {
  if (typeof value === "string") return UNSTORABLE.test(value) ? field : null
  if (typeof value !== "object" || value === null) return null
  if (depth > MAX_DEPTH) return field
  for (const [key, inner] of Object.entries(value)) {
    if (UNSTORABLE.test(key)) return field
    const found = unstorableField(inner, field === "" ? key : `${field}.${key}`, depth + 1)
    if (found !== null) return found
  }
  return null
}

function fieldErrors(issue: core.$ZodIssue): { field: string; message: string }[] {
  const path = issue.path.map(String).join(".")
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: [path, key].filter(Boolean).join("."),
      message: `'${key}' is not a field of this call.`,
    }))
  }
  const isGeneric = issue.message.startsWith("Invalid input")
  return [
    {
      field: path,
      message: isGeneric
        ? `${path === "" ? "The body" : `'${path}'`} is missing or not of the right kind.`
        : issue.message,
    },
  ]
}

export function cookieOf(request: MedusaRequest, name: string): string | undefined {
  const cookies = cookiesSchema.safeParse(request.cookies)
  return cookies.data?.[name]
}

const cookiesSchema = z.record(z.string(), z.string().optional().catch(undefined))

export function pathParameter(request: MedusaRequest, name: string): string {
  const value = request.params[name]
  if (value === undefined)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `This route's path has no [${name}].`)
  if (UNSTORABLE.test(value)) throw new Problem(404, "unknown_path", "There is nothing at this address.")
  return value
}
