import type { FastifyInstance } from "fastify"
import { z } from "zod"
import { sendText } from "../html/local-server.js"
import { messageOf } from "../process/user-error.js"
import type { Account } from "./account.js"
import { ApiError } from "./errors.js"
import { faultSchema, type Faults } from "./faults.js"
import { answerChallenge, isAtChallenge, pay } from "./payments.js"
import { closeDispute, createRefund, openDispute } from "./refunds.js"
import { expireSession } from "./sessions.js"
import { findCard } from "./test-cards.js"
import { ruleSchema, type Webhooks } from "./webhooks.js"

const idParams = z.object({ id: z.string() })
const scope = z.strictObject({ containing: z.string().min(1).optional() }).default({})
const endpointBody = z.strictObject({ url: z.url(), secret: z.string().startsWith("whsec_") })
const releaseBody = z.strictObject({
  order: z.enum(["first_in_first_out", "last_in_first_out"]).default("first_in_first_out"),
  containing: z.string().min(1).optional(),
})
const resendBody = z.strictObject({ event: z.string() })
const payBody = z.strictObject({
  card: z.string().transform((number, context) => {
    const card = findCard(number)
    if (card !== undefined) return card
    context.addIssue({ code: "custom", message: "Give the number of a test card." })
    return z.NEVER
  }),
  wallet: z.enum(["apple_pay", "google_pay"]).optional(),
  /** The answer to 3-D Secure [pass] */
  challenge: z.enum(["pass", "fail"]).default("pass"),
})
const pence = z.int().min(1)
const refundBody = z.strictObject({ paymentIntent: z.string(), amount: pence.optional() })
const disputeBody = z.strictObject({
  paymentIntent: z.string(),
  reason: z.enum(["fraudulent", "product_not_received", "duplicate", "general"]).default("fraudulent"),
  amount: pence.optional(),
})
const closeBody = z.strictObject({ status: z.enum(["won", "lost"]) })

interface Controls {
  account: Account
  faults: Faults
  webhooks: Webhooks
}

/** Commands for tests: what the buyer, the bank and the merchant do elsewhere, and failures. */
export function controlRoutes(app: FastifyInstance, { account, faults, webhooks }: Controls): void {
  app.get("/state", () => ({
    sessions: [...account.sessions.values()],
    intents: [...account.intents.values()],
    refunds: [...account.refunds.values()],
    disputes: [...account.disputes.values()],
    events: [...account.events.values()].map(({ id, type, created }) => ({ id, type, created })),
    deliveries: webhooks.attempts,
  }))

  app.post("/webhook-endpoint", (request) => {
    webhooks.endpoint = endpointBody.parse(request.body)
    return {}
  })
  app.post("/webhooks/rules", (request) => {
    webhooks.addRule(ruleSchema.parse(request.body))
    return {}
  })
  app.delete("/webhooks/rules", (request) => {
    webhooks.clearRules(scope.parse(request.query).containing)
    return {}
  })
  app.post("/webhooks/release", async (request) => {
    const { order, containing } = releaseBody.parse(request.body)
    return { released: await webhooks.release(order, containing) }
  })
  app.post("/webhooks/resend", async (request) => {
    const event = account.events.get(resendBody.parse(request.body).event)
    if (event === undefined) throw new Error("There is no such event.")
    await webhooks.deliver(event)
    return {}
  })

  app.post("/faults", (request) => {
    faults.add(faultSchema.parse(request.body))
    return {}
  })
  app.delete("/faults", (request) => {
    faults.clear(scope.parse(request.query).containing)
    return {}
  })

  app.post("/sessions/:id/pay", (request) => {
    const session = account.session(idParams.parse(request.params).id)
    const { card, wallet, challenge } = payBody.parse(request.body)
    const result = pay(account, session, card, wallet)
    return isAtChallenge(account, session) ? answerChallenge(account, session, challenge === "pass") : result
  })
  app.post("/sessions/:id/expire", (request) => {
    const session = account.session(idParams.parse(request.params).id)
    if (session.status === "open") expireSession(account, session.id)
    return { status: session.status }
  })
  app.post("/refunds", (request) => {
    const { paymentIntent, amount } = refundBody.parse(request.body)
    return createRefund(account, { payment_intent: paymentIntent, amount, reason: "requested_by_customer" })
  })
  app.post("/disputes", (request) => {
    const { paymentIntent, reason, amount } = disputeBody.parse(request.body)
    return openDispute(account, account.charge(account.intent(paymentIntent).latest_charge), reason, amount)
  })
  app.post("/disputes/:id/close", (request) =>
    closeDispute(account, idParams.parse(request.params).id, closeBody.parse(request.body).status),
  )

  app.setErrorHandler((error, _, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).send(error.toJSON())
    if (error instanceof z.ZodError) return sendText(reply, 400, z.prettifyError(error))
    console.error(error)
    return sendText(reply, 500, messageOf(error))
  })
}
