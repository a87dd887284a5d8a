import type { FastifyInstance, FastifyReply } from "fastify"
import type Stripe from "stripe"
import { z } from "zod"
import { html, Html } from "../html/markup.js"
import { type Account, idOf } from "./account.js"
import { ApiError } from "./api-error.js"
import { closeDispute, openDispute } from "./disputes.js"
import { money } from "./hosted-page.js"
import { createRefund } from "./refunds.js"
import { STYLE } from "./style.js"

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const idParams = z.object({ id: z.string() })
const refundForm = z.object({ amount: z.string().regex(/^\d{1,6}(\.\d{2})?$/) })
const disputeForm = z.object({ reason: z.enum(["fraudulent", "product_not_received"]) })
const closeForm = z.object({ status: z.enum(["won", "lost"]) })
const problemQuery = z.object({ problem: z.string().optional() })

/** What the merchant does at the processor rather than in the shop: refunds, and here also the bank's decisions. */
export function dashboardRoutes(app: FastifyInstance, account: Account): void {
  const send = (reply: FastifyReply, title: string, body: Html) =>
    reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", POLICY)
      .header("cache-control", "no-store")
      .send(page(title, body))
  /** Does it and returns to the payment, with the reason if it was refused. */
  const act = (reply: FastifyReply, intent: string, work: () => unknown) => {
    try {
      work()
      return reply.redirect(`/payments/${intent}`, 303)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return reply.redirect(`/payments/${intent}?problem=${encodeURIComponent(error.message)}`, 303)
    }
  }
  const chargeOf = (intent: string) => account.charge(idOf(account.intent(intent).latest_charge))

  app.addHook("onRequest", (request, reply, done) => {
    const { origin } = request.headers
    const isOwnPage = origin === undefined || origin === "null" || origin === `http://${request.headers.host}`
    if (request.method === "GET" || isOwnPage) return done()
    return reply.code(403).type("text/plain").send("Forms of other pages are refused.")
  })
  app.get("/", (_, reply) => send(reply, "Payments", listPage(account)))
  app.get("/payments/:id", (request, reply) => {
    const intent = account.intent(idParams.parse(request.params).id)
    return send(reply, intent.id, paymentPage(account, intent, problemQuery.parse(request.query).problem))
  })
  app.get("/checkout/sessions/:id", (request, reply) =>
    send(reply, "Session", sessionPage(account.session(idParams.parse(request.params).id))),
  )
  app.post("/payments/:id/refund", (request, reply) => {
    const { id } = idParams.parse(request.params)
    const amount = Math.round(Number(refundForm.parse(request.body).amount) * 100)
    return act(reply, id, () =>
      createRefund(account, { payment_intent: id, amount, reason: "requested_by_customer" }),
    )
  })
  app.post("/payments/:id/dispute", (request, reply) => {
    const { id } = idParams.parse(request.params)
    return act(reply, id, () => openDispute(account, chargeOf(id), disputeForm.parse(request.body)))
  })
  app.post("/disputes/:id", (request, reply) => {
    const dispute = account.dispute(idParams.parse(request.params).id)
    return act(reply, idOf(dispute.payment_intent), () =>
      closeDispute(account, dispute.id, closeForm.parse(request.body).status),
    )
  })
}

function listPage(account: Account): Html {
  const intents = [...account.intents.values()].reverse()
  return html`<h1>Payments</h1>
    ${intents.length === 0 && html`<p>None yet. Order in the shop with Card.</p>`}
    <table>
      ${intents.map(
        (intent) =>
          html`<tr>
            <td><a href="/payments/${intent.id}">${money(intent.amount, intent.currency)}</a></td>
            <td>${intent.status}</td>
            <td>${account.sessionOf(intent.id)?.client_reference_id ?? ""}</td>
            <td>${timeOf(intent.created)}</td>
          </tr>`,
      )}
    </table>`
}

function sessionPage(session: Stripe.Checkout.Session): Html {
  const intent = session.payment_intent === null ? null : idOf(session.payment_intent)
  return html`<p><a href="/">All payments</a></p>
    <h1>${session.id}</h1>
    ${details([
      ["Status", session.status ?? ""],
      ["Amount", money(session.amount_total ?? 0, session.currency ?? "")],
      ["Reference", session.client_reference_id ?? "none"],
      ["Opened", timeOf(session.created)],
      ["Ends", timeOf(session.expires_at)],
      ["Payment", intent === null ? "none" : html`<a href="/payments/${intent}">${intent}</a>`],
    ])}`
}

const details = (rows: readonly (readonly [string, string | Html])[]): Html =>
  html`<table>
    ${rows.map(
      ([name, value]) =>
        html`<tr>
          <th scope="row">${name}</th>
          <td>${value}</td>
        </tr>`,
    )}
  </table>`

function paymentPage(account: Account, intent: Stripe.PaymentIntent, problem: string | undefined): Html {
  const charge = account.charges.get(idOf(intent.latest_charge))
  const refunds = [...account.refunds.values()].filter(({ charge: of }) => idOf(of) === charge?.id)
  const dispute = [...account.disputes.values()].find(({ charge: of }) => idOf(of) === charge?.id)
  const left = (charge?.amount_captured ?? 0) - (charge?.amount_refunded ?? 0)
  const rows: readonly (readonly [string, string])[] = [
    ["Amount", money(intent.amount, intent.currency)],
    ["Status", intent.status],
    ["Reference", account.sessionOf(intent.id)?.client_reference_id ?? "none"],
    ["Session", account.sessionOf(intent.id)?.id ?? "none"],
    [
      "Card",
      `${charge?.payment_method_details?.card?.brand ?? ""} ${charge?.payment_method_details?.card?.last4 ?? ""}`,
    ],
    ["Last problem", intent.last_payment_error?.message ?? "none"],
    ...refunds.map(
      ({ amount, status }) => ["Refund", `${money(amount, intent.currency)}, ${status ?? ""}`] as const,
    ),
    ...(dispute === undefined ? [] : [["Dispute", `${dispute.reason}, ${dispute.status}`] as const]),
  ]
  return html`<p><a href="/">All payments</a></p>
    <h1>${intent.id}</h1>
    ${problem !== undefined && html`<p class="reason" role="alert">${problem}</p>`} ${details(rows)}
    ${
      charge?.paid === true &&
      html`<div class="actions">
        ${
          left > 0 &&
          html`<form method="post" action="/payments/${intent.id}/refund">
            <label
              >Pounds <input name="amount" inputmode="decimal" value="${(left / 100).toFixed(2)}"
            /></label>
            <button>Refund</button>
          </form>`
        }
        ${
          dispute === undefined &&
          html`<form method="post" action="/payments/${intent.id}/dispute">
            <label
              >The cardholder says
              <select name="reason">
                <option value="fraudulent">It was not me</option>
                <option value="product_not_received">Nothing arrived</option>
              </select>
            </label>
            <button>Open a dispute</button>
          </form>`
        }
        ${
          dispute?.status === "needs_response" &&
          html`<form method="post" action="/disputes/${dispute.id}">
            <button name="status" value="won">The shop wins the dispute</button>
            <button name="status" value="lost">The shop loses the dispute</button>
          </form>`
        }
      </div>`
    }`
}

const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" })
const timeOf = (at: number) => time.format(new Date(at * 1000))

function page(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}: card processor (sandbox)</title>
        <link rel="icon" href="data:," />
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <p class="banner" role="note"><strong>Sandbox</strong> These payments are not real.</p>
        <main class="wide">${body}</main>
      </body>
    </html>`.text
}
