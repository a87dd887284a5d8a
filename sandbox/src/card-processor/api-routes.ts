import { timingSafeEqual } from "node:crypto"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { z } from "zod"
import { type Account, API_VERSION, idOf, newId } from "./account.js"
import { ApiError, invalidRequest } from "./api-error.js"
import { balanceOf } from "./charges.js"
import { expand } from "./expand.js"
import { answerInstead, disturb, type Faults } from "./faults.js"
import { type Answer, IdempotencyKeys } from "./idempotency.js"
import { listOf } from "./list.js"
import {
  chargeList,
  disputeList,
  eventList,
  expandOnly,
  parseParameters,
  refundCreate,
  refundList,
  sessionCreate,
  sessionList,
} from "./parameters.js"
import { parseForm } from "./form.js"
import { createRefund } from "./refunds.js"
import { createSession, endIfDue, expireSession } from "./sessions.js"

interface Api {
  account: Account
  faults: Faults
  secretKey: string
  /** The hosted page of a session */
  pageUrl: (id: string) => string
}

type Handler = (form: unknown, id: string) => object
const idParams = z.object({ id: z.string().default("") })

/** The part of Stripe's API that a shop with hosted pages needs. Register it under its own prefix, `/v1`. */
export function apiRoutes(app: FastifyInstance, { account, faults, secretKey, pageUrl }: Api): void {
  const keys = new IdempotencyKeys()

  app.addHook("onRequest", (request, reply, done) => {
    reply.header("request-id", newId("req", 14))
    reply.header("stripe-version", request.headers["stripe-version"] ?? API_VERSION)
    checkKey(request, secretKey)
    done()
  })

  const get = (path: string, handler: Handler) =>
    app.get(path, async (request, reply) => {
      const form = parseForm(new URL(request.url, "http://processor").search.slice(1))
      return respond(request, reply, "", () => handler(form, idParams.parse(request.params).id))
    })

  const post = (path: string, handler: Handler) =>
    app.post(path, async (request, reply) => {
      const text = bodyOf(request)
      const form = parseForm(text)
      return respond(request, reply, text, () => handler(form, idParams.parse(request.params).id))
    })

  async function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    text: string,
    run: () => object,
  ): Promise<FastifyReply> {
    const fault = faults.take(request, text)
    if (answerInstead(fault, reply)) return reply
    const header = request.headers["idempotency-key"]
    const key = request.method === "POST" && typeof header === "string" ? header : undefined
    const stored = key === undefined ? undefined : keys.begin(key, request.url.split("?")[0] ?? "", text)
    const result = stored ?? answerOf(run)
    if (key !== undefined) reply.header("idempotency-key", key)
    if (stored !== undefined) reply.header("idempotent-replayed", "true")
    const answer = await disturb(fault, reply, result)
    // A refused request may be sent again with the same key.
    if (key !== undefined && stored === undefined)
      keys.finish(key, result.status === 400 ? undefined : (answer ?? result))
    return answer === undefined ? reply : reply.code(answer.status).send(answer.body)
  }

  post("/checkout/sessions", (form) => {
    const parameters = parseParameters(sessionCreate, form)
    return view(createSession(account, parameters, pageUrl), parameters)
  })
  get("/checkout/sessions", (form) => {
    const page = parseParameters(sessionList, form)
    const sessions = [...account.sessions.values()].filter(
      ({ payment_intent: intent, status }) =>
        (page.payment_intent === undefined || idOf(intent) === page.payment_intent) &&
        (page.status === undefined || status === page.status),
    )
    return view(listOf(sessions, page, "/v1/checkout/sessions"), page)
  })
  get("/checkout/sessions/:id", (form, id) => {
    const session = account.session(id)
    endIfDue(account, session)
    return view(session, parseParameters(expandOnly, form))
  })
  post("/checkout/sessions/:id/expire", (form, id) => {
    const parameters = parseParameters(expandOnly, form)
    return view(expireSession(account, id), parameters)
  })

  get("/payment_intents/:id", (form, id) => view(account.intent(id), parseParameters(expandOnly, form)))
  get("/charges", (form) => {
    const page = parseParameters(chargeList, form)
    return view(listOf(ofPayment(account.charges, page), page, "/v1/charges"), page)
  })
  get("/charges/:id", (form, id) => view(account.charge(id), parseParameters(expandOnly, form)))

  post("/refunds", (form) => {
    const parameters = parseParameters(refundCreate, form)
    return view(createRefund(account, parameters), parameters)
  })
  get("/refunds", (form) => {
    const page = parseParameters(refundList, form)
    return view(listOf(ofPayment(account.refunds, page), page, "/v1/refunds"), page)
  })
  get("/refunds/:id", (form, id) => view(account.refund(id), parseParameters(expandOnly, form)))

  get("/disputes", (form) => {
    const page = parseParameters(disputeList, form)
    return view(listOf(ofPayment(account.disputes, page), page, "/v1/disputes"), page)
  })
  get("/disputes/:id", (form, id) => view(account.dispute(id), parseParameters(expandOnly, form)))

  get("/events", (form) => {
    const page = parseParameters(eventList, form)
    const types = page.types ?? (page.type === undefined ? undefined : [page.type])
    const events = [...account.events.values()].filter(
      ({ type }) => types === undefined || types.includes(type),
    )
    return view(listOf(events, page, "/v1/events"), page)
  })
  get("/balance", (form) => view(balanceOf(account), parseParameters(expandOnly, form)))

  const view = (object: object, { expand: paths }: { expand?: string[] | undefined }): object =>
    z.looseObject({}).parse(expand(account, object, paths))

  app.setNotFoundHandler((request) => {
    throw new ApiError({
      status: 404,
      type: "invalid_request_error",
      message: `Unrecognized request URL (${request.method}: ${request.url}). The sandbox has only a part of Stripe's API.`,
    })
  })
  app.setErrorHandler((error, _, reply) => {
    const { status, body } = answerTo(error)
    return reply.code(status).send(body)
  })
}

function ofPayment<
  T extends {
    charge?: string | { id: string } | null
    payment_intent: string | { id: string } | null
    id: string
  },
>(objects: ReadonlyMap<string, T>, filter: { charge?: string; payment_intent?: string }): T[] {
  return [...objects.values()].filter(
    (object) =>
      (filter.payment_intent === undefined || idOf(object.payment_intent) === filter.payment_intent) &&
      (filter.charge === undefined || idOf(object.charge ?? null) === filter.charge),
  )
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
  return {
    status: 500,
    body: { error: { type: "api_error", message: "The sandbox failed; see its log." } },
  }
}

function checkKey(request: FastifyRequest, secretKey: string): void {
  const [, scheme = "", given = ""] = /^(\w+) (.+)$/.exec(request.headers.authorization ?? "") ?? []
  const key = scheme === "Basic" ? Buffer.from(given, "base64").toString().replace(/:.*$/, "") : given
  if (key === "")
    throw new ApiError({
      status: 401,
      type: "invalid_request_error",
      message: "You did not provide an API key.",
    })
  const [a, b] = [Buffer.from(key), Buffer.from(secretKey)]
  if (a.length === b.length && timingSafeEqual(a, b)) return
  throw new ApiError({
    status: 401,
    type: "invalid_request_error",
    message: `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`,
  })
}

function bodyOf(request: FastifyRequest): string {
  const type = request.headers["content-type"] ?? ""
  const text = typeof request.body === "string" ? request.body : ""
  if (text === "" || type.startsWith("application/x-www-form-urlencoded")) return text
  throw invalidRequest(
    "Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have questions, we can help at https://support.stripe.com/.",
  )
}
