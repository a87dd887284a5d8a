import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { requiredReason } from "medusa-payments/review"
import { pathParameter } from "../../platform/http/parse"

interface FieldError {
  field: string
  message: string
}

/** Sent in the shape that Medusa's admin shows, with a sentence for each wrong field of our own forms. */
export class FormRejection extends Error {
  constructor(
    readonly status: 400 | 409,
    message: string,
    readonly errors: readonly FieldError[] = [],
  ) {
    super(message)
  }
}

interface Member {
  id: string
  email: string
}

interface StaffCall {
  scope: AuthenticatedMedusaRequest["scope"]
  request: AuthenticatedMedusaRequest
  response: MedusaResponse
  readonly id: string
  /** The body, or the query of a read. `headline` replaces the schema's own sentences. */
  read: <Schema extends z.core.$ZodType>(schema: Schema, headline?: string) => z.core.output<Schema>
  /** The member of staff who calls. @throws MedusaError for other callers, such as a secret API key */
  member: () => Promise<Member>
  /** The caller's e-mail address, or the id of a secret API key, for the audit log. */
  caller: () => Promise<string>
}

/** The result is sent as JSON that is not stored; undefined: the handler has answered. */
export function staffRoute(handle: (call: StaffCall) => Promise<unknown>) {
  return async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
    try {
      const answer = await handle({
        scope: request.scope,
        request,
        response,
        get id() {
          return pathParameter(request, "id")
        },
        read: (schema, headline) =>
          parse(schema, request.method === "GET" ? request.query : request.body, headline),
        member: async () => (await findMember(request)) ?? notStaff(),
        caller: async () => (await findMember(request))?.email ?? request.auth_context.actor_id,
      })
      if (answer !== undefined) response.set("cache-control", "no-store").json(answer)
    } catch (error) {
      if (!(error instanceof FormRejection)) throw error
      const { status, message, errors } = error
      response.status(status).json({ type: status === 400 ? "invalid_data" : "conflict", message, errors })
    }
  }
}

async function findMember({ auth_context, scope }: AuthenticatedMedusaRequest): Promise<Member | null> {
  const { actor_id: id, actor_type: type } = auth_context
  if (type !== "user") return null
  const { email } = await scope.resolve(Modules.USER).retrieveUser(id, { select: ["id", "email"] })
  return { id, email }
}

function notStaff(): never {
  throw new MedusaError(
    MedusaError.Types.FORBIDDEN,
    "This is decided by a member of staff, under their name.",
  )
}

function parse<Schema extends z.core.$ZodType>(schema: Schema, given: unknown, headline?: string) {
  const parsed = z.core.safeParse(schema, given)
  if (parsed.success) return parsed.data
  const errors = fieldErrorsOf(parsed.error.issues)
  const sentences = errors.map(({ field, message }) =>
    message === GENERIC ? `'${field}' is missing or not of the right kind.` : message,
  )
  throw new FormRejection(400, headline ?? sentences.join(" "), errors)
}

const GENERIC = "This is missing or not of the right kind."

/** The first sentence about each field. */
export function fieldErrorsOf(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const errors = new Map<string, string>()
  for (const { path, message } of issues) {
    const field = path.map(String).join(".")
    if (!errors.has(field)) errors.set(field, message.startsWith("Invalid input") ? GENERIC : message)
  }
  return [...errors].map(([field, message]) => ({ field, message }))
}

/** The reason for a staff action, stored permanently in the audit log. */
export const reasonSchema = z.strictObject({
  reason: requiredReason,
})

export function asCsvFile(response: MedusaResponse, name: string): MedusaResponse {
  response.attachment(name)
  response.set({ "content-type": "text/csv; charset=utf-8", "cache-control": "no-store" })
  return response
}
