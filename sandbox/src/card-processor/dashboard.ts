import type { FastifyInstance, FastifyReply } from "fastify"
import { z } from "zod"
import { html, type Html } from "../html/markup.js"
import type { Account, Session } from "./account.js"
import { ApiError } from "./errors.js"
import { money, sendCardPage } from "./page.js"
import { closeDispute, createRefund, openDispute } from "./refunds.js"

const idParams = z.object({ id: z.string() })
const problemQuery = z.object({ problem: z.string().optional() })
const refundForm = z.object({ amount: z.string().regex(/^\d{1,6}(\.\d{2})?$/) })
const disputeForm = z.object({ reason: z.enum(["fraudulent", "product_not_received"]) })
const closeForm = z.object({ status: z.enum(["won", "lost"]) })

/**
 * What the merchant does at the processor rather than in the shop, refunds, and here also what the bank decides. The shop's
 * admin links to `/payments/:id` and `/checkout/sessions/:id`.
 */
export function dashboard(app: FastifyInstance, account: Account): void {
  /** Does it and shows the payment, with the reason if it was refused. */
  const act = (reply: FastifyReply, intentId: string, work: () => unknown) => {
    try {
      work()
      return reply.redirect(`/payments/${intentId}`, 303)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return reply.redirect(`/payments/${intentId}?problem=${encodeURIComponent(error.message)}`, 303)
    }
  }
  const show = (reply: FastifyReply, sessions: readonly (Session | undefined)[], problem?: string) =>
    sendCardPage(
      reply,
      "Payments",
      html`<h1>Payments</h1>
        <p><a href="/">All payments</a></p>
        ${problem !== undefined && html`<p class="reason" role="alert">${problem}</p>`}
        ${sessions.length === 0 && html`<p>No payments yet.</p>`}
        ${sessions.flatMap((session) => (session === undefined ? [] : sessionPart(account, session)))}`,
    )

  app.get("/", (_, reply) =>
    show(
      reply,
      [...account.sessions.values()].filter(({ payment_intent: intent }) => intent !== null).reverse(),
    ),
  )
  app.get("/payments/:id", ({ params, query }, reply) =>
    show(
      reply,
      [account.sessionOf(account.intent(idParams.parse(params).id).id)],
      problemQuery.parse(query).problem,
    ),
  )
  app.get("/checkout/sessions/:id", ({ params }, reply) =>
    show(reply, [account.session(idParams.parse(params).id)]),
  )
  app.post("/payments/:id/refund", ({ params, body }, reply) => {
    const { id } = idParams.parse(params)
    const amount = Math.round(Number(refundForm.parse(body).amount) * 100)
    const reason = "requested_by_customer"
    return act(reply, id, () => createRefund(account, { payment_intent: id, amount, reason }))
  })
  app.post("/payments/:id/dispute", ({ params, body }, reply) => {
    const intent = account.intent(idParams.parse(params).id)
    const { reason } = disputeForm.parse(body)
    return act(reply, intent.id, () => openDispute(account, account.charge(intent.latest_charge), reason))
  })
  app.post("/disputes/:id", ({ params, body }, reply) => {
    const { id } = idParams.parse(params)
    const intent = account.disputes.get(id)?.payment_intent ?? ""
    return act(reply, intent, () => closeDispute(account, id, closeForm.parse(body).status))
  })
}

const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" })

/** One session: what became of it, and what can be done about its payment. */
function sessionPart(account: Account, session: Session): Html {
  const intent = account.intents.get(session.payment_intent ?? "")
  const charge = account.charges.get(intent?.latest_charge ?? "")
  const refunds = [...account.refunds.values()].filter((one) => one.charge === charge?.id)
  const dispute = [...account.disputes.values()].find((one) => one.charge === charge?.id)
  const left = (charge?.amount_captured ?? 0) - (charge?.amount_refunded ?? 0)
  const card = charge?.payment_method_details.card
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["Payment", intent?.id],
    ["Session", session.id],
    ["Reference", session.client_reference_id ?? undefined],
    ["Opened", time.format(new Date(session.created * 1000))],
    ["Status", intent?.status ?? session.status ?? undefined],
    ["Card", card && `${card.brand} ${card.last4}`],
    ["Last problem", intent?.last_payment_error?.message],
    ...refunds.map(({ amount, status }) => ["Refund", `${money(amount)}, ${status ?? ""}`] as const),
    ["Dispute", dispute && `${dispute.reason}, ${dispute.status}`],
  ]
  return html`<section>
    <h2>${money(session.amount_total)}</h2>
    <dl>
      ${rows.map(([name, value]) =>
        value === undefined
          ? html``
          : html`<dt>${name}</dt>
              <dd>${value}</dd>`,
      )}
    </dl>
    ${
      intent !== undefined &&
      left > 0 &&
      html`<form method="post" action="/payments/${intent.id}/refund">
        <label>Pounds <input name="amount" inputmode="decimal" value="${(left / 100).toFixed(2)}" /></label>
        <button>Refund</button>
      </form>`
    }
    ${
      intent !== undefined &&
      charge?.paid === true &&
      dispute === undefined &&
      html`<form method="post" action="/payments/${intent.id}/dispute">
        <label
          >The cardholder says
          <select name="reason">
            <option value="fraudulent">It was not me</option>
            <option value="product_not_received">Nothing arrived</option>
          </select></label
        >
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
  </section>`
}
