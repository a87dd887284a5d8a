import type { FastifyInstance, FastifyReply } from "fastify"
import type Stripe from "stripe"
import { z } from "zod"
import type { Account } from "./account.js"
import { ApiError } from "./api-error.js"
import { challengePage, closedPage, payPage, type PayPageProblem } from "./hosted-page.js"
import { answerChallenge, isAtChallenge, pay } from "./payments.js"
import { endIfDue } from "./sessions.js"
import { findCard } from "./test-cards.js"
import type { Webhooks } from "./webhooks.js"

const idParams = z.object({ id: z.string() })
const pageQuery = z.object({ card: z.string().optional(), problem: z.string().optional() })
const payForm = z.object({
  method: z.enum(["card", "apple_pay", "google_pay"]).default("card"),
  number: z.string().default(""),
  expiry: z.string().default(""),
  cvc: z.string().default(""),
  name: z.string().default(""),
  email: z.string().default(""),
})
const challengeForm = z.object({ answer: z.enum(["pass", "fail"]) })
const WALLET_CARD = "4242424242424242"

/** The pages that the buyer sees: the payment form, the bank's 3-D Secure page, and what closed sessions show. */
export function hostedRoutes(app: FastifyInstance, account: Account, webhooks: Webhooks): void {
  const find = (params: unknown): Stripe.Checkout.Session => {
    const session = account.session(idParams.parse(params).id)
    endIfDue(account, session)
    return session
  }
  const send = (reply: FastifyReply, session: Stripe.Checkout.Session, markup: string) =>
    reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", policyOf(session))
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .header("x-content-type-options", "nosniff")
      .send(markup)
  /** Back to the shop, or to the page that shows why not. */
  const go = async (reply: FastifyReply, session: Stripe.Checkout.Session) => {
    if (session.status !== "complete") return reply.redirect(`/c/pay/${session.id}`, 303)
    await webhooks.firstDelivery(session.id)
    return reply.redirect(successUrl(session), 303)
  }

  app.get("/c/pay/:id", (request, reply) => {
    const session = find(request.params)
    if (session.status !== "open") return send(reply, session, closedPage(session, successUrl(session)))
    if (isAtChallenge(account, session)) return reply.redirect(`/c/pay/${session.id}/challenge`, 303)
    const { card, problem } = pageQuery.parse(request.query)
    return send(reply, session, payPage(account, session, { number: card, problem: problemOf(problem) }))
  })
  app.post("/c/pay/:id", async (request, reply) => {
    const session = find(request.params)
    const form = payForm.parse(request.body)
    const card = findCard(form.method === "card" ? form.number.replaceAll(/\D/g, "") : WALLET_CARD)
    const problem = form.method === "card" ? problemIn(form, card !== undefined) : undefined
    if (card === undefined || problem !== undefined)
      return reply.redirect(`/c/pay/${session.id}?problem=${problem ?? "number"}`, 303)
    const email = form.email === "" ? (session.customer_email ?? "") : form.email
    pay(account, session, {
      card,
      name: form.name,
      email,
      ...(form.method === "card" ? {} : { wallet: form.method }),
    })
    return go(reply, session)
  })

  app.get("/c/pay/:id/challenge", (request, reply) => {
    const session = find(request.params)
    if (session.status !== "open" || !isAtChallenge(account, session))
      return reply.redirect(`/c/pay/${session.id}`, 303)
    return send(reply, session, challengePage(session))
  })
  app.post("/c/pay/:id/challenge", async (request, reply) => {
    const session = find(request.params)
    answerChallenge(account, session, challengeForm.parse(request.body).answer === "pass")
    return go(reply, session)
  })

  app.setErrorHandler((error, _, reply) => {
    if (error instanceof ApiError || error instanceof z.ZodError)
      return reply.code(404).type("text/plain").send("There is no such page.")
    console.error(error)
    return reply.code(500).type("text/plain").send("The sandbox failed; see its log.")
  })
}

const successUrl = ({ id, success_url: url }: Stripe.Checkout.Session) =>
  (url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", id)

/** Browsers apply `form-action` to the redirect that follows a form, so the shop's pages are listed. */
function policyOf({ success_url: success, cancel_url: cancel }: Stripe.Checkout.Session): string {
  const shop = [success, cancel].flatMap((url) => (url === null ? [] : [new URL(url).origin]))
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src data:",
    `form-action 'self' ${[...new Set(shop)].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
}

const PROBLEMS = ["number", "expiry", "cvc"] as const satisfies readonly PayPageProblem[]
const problemOf = (text: string | undefined) => PROBLEMS.find((problem) => problem === text)

function problemIn(
  { expiry, cvc }: z.output<typeof payForm>,
  isKnownCard: boolean,
): PayPageProblem | undefined {
  const [, month = "", year = ""] = /^(\d{1,2})\s*\/?\s*(\d{2})$/.exec(expiry.trim()) ?? []
  const isFuture = Date.UTC(2000 + Number(year), Number(month)) > Date.now()
  if (!isKnownCard) return "number"
  if (Number(month) < 1 || Number(month) > 12 || !isFuture) return "expiry"
  return /^\d{3}$/.test(cvc.trim()) ? undefined : "cvc"
}
