import type { FastifyInstance, FastifyReply } from "fastify"
import { z } from "zod"
import { html, type Html } from "../html/markup.js"
import type { Account, Session } from "./account.js"
import { money, sendCardPage } from "./page.js"
import { answerChallenge, isAtChallenge, pay } from "./payments.js"
import { endIfDue } from "./sessions.js"
import { findCard, TEST_CARDS } from "./test-cards.js"
import type { Webhooks } from "./webhooks.js"

const idParams = z.object({ id: z.string() })
const pageQuery = z.object({ card: z.string().default("") })
const payForm = z.union([
  z
    .object({ wallet: z.enum(["apple_pay", "google_pay"]) })
    .transform(({ wallet }) => ({ number: WALLET_CARD, wallet })),
  z
    .object({ number: z.string() })
    .transform(({ number }) => ({ number: number.replaceAll(/\D/g, ""), wallet: undefined })),
])
const challengeForm = z.object({ answer: z.enum(["pass", "fail"]) })
const WALLET_CARD = "4242424242424242"

/** The pages that the buyer sees: the payment form, the bank's 3-D Secure page, and what closed sessions show. */
export function hostedPages(app: FastifyInstance, account: Account, webhooks: Webhooks): void {
  const find = (params: unknown): Session => {
    const session = account.session(idParams.parse(params).id)
    endIfDue(account, session)
    return session
  }
  const show = (reply: FastifyReply, session: Session, number: string) => {
    const { success_url: success, cancel_url: cancel } = session
    // Browsers apply `form-action` to the redirect that follows a form.
    const origins = [success, cancel].flatMap((url) => (url === null ? [] : [new URL(url).origin]))
    const body =
      session.status !== "open"
        ? closedPage(session)
        : isAtChallenge(account, session)
          ? challengePage(session)
          : payPage(account, session, number)
    return sendCardPage(reply, "Pay by card", body, [...new Set(origins)])
  }
  /** Back to the shop, or to the page that shows why not. */
  const go = async (reply: FastifyReply, session: Session) => {
    if (session.status !== "complete") return reply.redirect(`/c/pay/${session.id}`, 303)
    await webhooks.firstDelivery(session.id)
    return reply.redirect(successUrl(session), 303)
  }

  app.get("/c/pay/:id", (request, reply) =>
    show(reply, find(request.params), pageQuery.parse(request.query).card),
  )
  app.post("/c/pay/:id", async (request, reply) => {
    const session = find(request.params)
    const { number, wallet } = payForm.parse(request.body)
    const card = findCard(number)
    // The page asks again. It keeps the number, so that it can say what is wrong with it.
    if (card === undefined) return reply.redirect(`/c/pay/${session.id}?card=${number}`, 303)
    pay(account, session, card, wallet)
    return go(reply, session)
  })
  app.post("/c/pay/:id/challenge", async (request, reply) => {
    const session = find(request.params)
    answerChallenge(account, session, challengeForm.parse(request.body).answer === "pass")
    return go(reply, session)
  })
}

const successUrl = ({ id, success_url: url }: Session) => (url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", id)

const spaced = (number: string) => number.replaceAll(/(\d{4})(?=\d)/g, "$1 ")

/** The payment form, with the reason of the last decline. */
function payPage(account: Account, session: Session, number: string): Html {
  const isUnknown = number !== "" && findCard(number) === undefined
  const reason = isUnknown
    ? "Only the test cards below work here. Never enter a real card."
    : account.intents.get(session.payment_intent ?? "")?.last_payment_error?.message
  const items = account.requests.get(session.id)?.parameters.line_items ?? []
  const { id, amount_total: total, cancel_url: back } = session
  return html`<h1>Pay by card</h1>
    <p class="total">${money(total)}</p>
    <ul aria-label="Order summary">
      ${items.map(({ quantity, price_data: price }) => html`<li><span>${price.product_data.name}</span><span>${quantity} × ${money(price.unit_amount)}</span></li>`)}
    </ul>
    ${reason !== undefined && html`<p class="reason" id="reason" role="alert">${reason}</p>`}
    <form method="post">
      <button name="wallet" value="apple_pay">Apple Pay</button>
      <button name="wallet" value="google_pay">Google Pay</button>
    </form>
    <form method="post">
      <label
        >Card number
        <input
          name="number"
          inputmode="numeric"
          autocomplete="cc-number"
          required
          value="${spaced(number)}"
          ${isUnknown && html`aria-invalid="true" aria-describedby="reason"`}
      /></label>
      <button class="pay">Pay ${money(total)}</button>
    </form>
    ${back !== null && html`<p><a href="${back}">Back to the shop</a></p>`}
    <h2>Test cards</h2>
    <ul>
      ${TEST_CARDS.map((card) => html`<li><a href="/c/pay/${id}?card=${card.number}">${spaced(card.number)}</a> <span>${card.label}</span></li>`)}
    </ul>`
}

/** The page of the buyer's bank. */
const challengePage = ({ id, amount_total: total }: Session): Html =>
  html`<h1>3-D Secure</h1>
    <p>Your bank asks you to confirm the payment of <strong>${money(total)}</strong>. Choose its answer.</p>
    <form method="post" action="/c/pay/${id}/challenge">
      <button name="answer" value="pass">Confirm payment</button>
      <button name="answer" value="fail">Fail authentication</button>
    </form>`

/** What an expired or completed session shows. */
function closedPage(session: Session): Html {
  const isPaid = session.status === "complete"
  const back = isPaid ? successUrl(session) : session.cancel_url
  return html`<h1>${isPaid ? "This payment is complete" : "This page has expired"}</h1>
    <p>${isPaid ? "You cannot pay twice." : "No money was taken. Go back to the shop to try again."}</p>
    ${back !== null && html`<p><a href="${back}">Back to the shop</a></p>`}`
}
