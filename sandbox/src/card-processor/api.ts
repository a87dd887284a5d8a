import type { FastifyInstance, FastifyRequest } from "fastify"
import { z } from "zod"
import { type Account, API_VERSION, newId } from "./account.js"
import { ApiError, invalidRequest } from "./errors.js"
import { type Answer, answerInstead, disturb, type Faults } from "./faults.js"
import {
  expandOnly,
  listOfPayment,
  parseForm,
  parseParameters,
  refundCreate,
  sessionCreate,
} from "./parameters.js"
import { createRefund } from "./refunds.js"
import { createSession, endIfDue, expireSession } from "./sessions.js"

interface Api {
  account: Account
  faults: Faults
  secretKey: string
  /** The hosted page of a session */
  pageUrl: (id: string) => string
}

const idParams = z.object({ id: z.string().default("") })

/** The part of Stripe's API that the shop uses. Register it under its own prefix, `/v1`. */
export function apiRoutes(app: FastifyInstance, { account, faults, secretKey, pageUrl }: Api): void {
  const keys = new IdempotencyKeys()

  app.removeAllContentTypeParsers()
  app.addContentTypeParser("*", { parseAs: "string" }, (_, text, done) => done(null, text))
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("request-id", newId("req", 14))
    reply.header("stripe-version", request.headers["stripe-version"] ?? API_VERSION)
    checkKey(request, secretKey)
    done()
  })

  const route = <T extends { expand?: string[] | undefined }>(
    method: "GET" | "POST",
    url: string,
    schema: z.ZodType<T>,
    work: (parameters: T, id: string) => object,
  ) =>
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const [path = "", query = ""] = request.url.split("?")
        const text = method === "POST" && typeof request.body === "string" ? request.body : query
        const run = () => {
          const parameters = parseParameters(schema, parseForm(text))
          return expand(account, work(parameters, idParams.parse(request.params).id), parameters.expand)
        }
        const fault = faults.take(request, method === "POST" ? text : "")
        if (answerInstead(fault, reply)) return reply
        const header = request.headers["idempotency-key"]
        const key = method === "POST" && typeof header === "string" ? header : undefined
        const stored = key === undefined ? undefined : keys.begin(key, path, text)
        const result = stored ?? answerOf(run)
        if (stored !== undefined) reply.header("idempotent-replayed", "true")
        const answer = await disturb(fault, reply, result)
        // A refused request may be sent again with the same key.
        if (key !== undefined && stored === undefined)
          keys.finish(key, result.status === 400 ? undefined : (answer ?? result))
        return answer === undefined ? reply : reply.code(answer.status).send(answer.body)
      },
    })

  route("POST", "/checkout/sessions", sessionCreate, (parameters) =>
    createSession(account, parameters, pageUrl),
  )
  route("GET", "/checkout/sessions/:id", expandOnly, (_, id) => {
    const session = account.session(id)
    endIfDue(account, session)
    return session
  })
  route("POST", "/checkout/sessions/:id/expire", expandOnly, (_, id) => expireSession(account, id))
  route("GET", "/payment_intents/:id", expandOnly, (_, id) => account.intent(id))
  route("POST", "/refunds", refundCreate, (parameters) => createRefund(account, parameters))
  for (const kind of ["refunds", "disputes"] as const)
    route("GET", `/${kind}`, listOfPayment, ({ limit, payment_intent: intent }) => {
      const all = [...account[kind].values()].filter(
        (one) => intent === undefined || one.payment_intent === intent,
      )
      const data = all.reverse().slice(0, limit)
      return { object: "list", data, has_more: all.length > limit, url: `/v1/${kind}` }
    })

  app.setNotFoundHandler(({ method, url }) => {
    const message = `Unrecognized request URL (${method}: ${url}). The sandbox has only a part of Stripe's API.`
    throw new ApiError(404, { type: "invalid_request_error", message })
  })
  app.setErrorHandler((error, _, reply) => {
    const { status, body } = answerTo(error)
    return reply.code(status).send(body)
  })
}

function answerOf(run: () => object): Answer {
  try {
    return { status: 200, body: run() }
  } catch (error) {
    return answerTo(error)
  }
}

function answerTo(error: unknown): Answer {
  if (error instanceof ApiError) return { status: error.status, body: error.toJSON() }
  console.error(error)
  const message = "The sandbox failed; see its log."
  return { status: 500, body: { error: { type: "api_error", message } } }
}

function checkKey({ headers: { authorization = "" } }: FastifyRequest, secretKey: string): void {
  if (authorization === `Bearer ${secretKey}`) return
  const message = `Invalid API Key provided: ${authorization.slice(7, 15)}****`
  throw new ApiError(401, { type: "invalid_request_error", message })
}

/**
 * A copy in which the ids at these paths are replaced by their objects: `latest_charge.balance_transaction`.
 * @throws ApiError (400) when a path names no object
 */
function expand(account: Account, object: object, paths: readonly string[] = []): object {
  const copy = structuredClone(object)
  const find = (id: string) => account.intents.get(id) ?? account.charges.get(id) ?? account.bookings.get(id)
  for (const path of paths) {
    let parent: object | null = copy
    for (const part of path.split(".")) {
      if (parent === null) break
      const value: unknown = Reflect.get(parent, part)
      const found: unknown = typeof value === "string" ? structuredClone(find(value)) : value
      if (typeof found !== "object")
        throw invalidRequest(`This property cannot be expanded (${path}).`, { param: "expand" })
      Reflect.set(parent, part, found)
      parent = found
    }
  }
  return copy
}

/** Stripe's idempotency keys: the first answer is replayed, and another request with the same key is refused. */
class IdempotencyKeys {
  private readonly uses = new Map<string, { path: string; parameters: string; answer?: Answer }>()

  /** @returns the stored answer; undefined when the request is new, which must then call `finish` */
  begin(key: string, path: string, parameters: string): Answer | undefined {
    const use = this.uses.get(key)
    if (use === undefined) {
      this.uses.set(key, { path, parameters })
      return undefined
    }
    const refuse = (status: number, message: string, code?: string) =>
      new ApiError(status, { type: "idempotency_error", message, ...(code && { code }) })
    const can = "Keys for idempotent requests can only be used"
    if (use.path !== path) throw refuse(400, `${can} for the same endpoint they were first used for.`)
    if (use.parameters !== parameters)
      throw refuse(400, `${can} with the same parameters they were first used with.`)
    if (use.answer === undefined)
      throw refuse(409, "Another request with this key is in progress.", "idempotency_key_in_use")
    return use.answer
  }

  /** @param answer undefined when a parameter was refused: the key may be used again */
  finish(key: string, answer: Answer | undefined): void {
    const use = this.uses.get(key)
    if (use === undefined || answer === undefined) this.uses.delete(key)
    else use.answer = answer
  }
}
