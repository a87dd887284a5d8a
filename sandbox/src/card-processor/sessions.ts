import { randomBytes } from "node:crypto"
import { type Account, newId, seconds, type Session } from "./account.js"
import { invalidRequest } from "./errors.js"
import type { SessionParameters } from "./parameters.js"

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
/** Stripe's smallest amount in pounds. */
const LEAST_PENCE = 30

/** Creates an open session. @param pageUrl the hosted page of a session's id */
export function createSession(
  account: Account,
  parameters: SessionParameters,
  pageUrl: (id: string) => string,
): Session {
  const created = seconds()
  const amount = parameters.line_items.reduce(
    (sum, { quantity, price_data: price }) => sum + quantity * price.unit_amount,
    0,
  )
  if (amount < LEAST_PENCE)
    throw invalidRequest("The Checkout Session's total amount must convert to at least 30 pence.", {
      code: "amount_too_small",
    })
  const end = parameters.expires_at ?? created + DAY
  if (end < created + 30 * MINUTE || end > created + DAY)
    throw invalidRequest("The `expires_at` timestamp must be 30 minutes to 24 hours from creation.", {
      param: "expires_at",
    })
  const id = newId("cs_test", 58)
  const session: Session = {
    id,
    object: "checkout.session",
    amount_total: amount,
    cancel_url: parameters.cancel_url ?? null,
    client_reference_id: parameters.client_reference_id ?? null,
    created,
    currency: "gbp",
    expires_at: end,
    livemode: false,
    metadata: parameters.metadata ?? {},
    mode: "payment",
    payment_intent: null,
    payment_status: "unpaid",
    status: "open",
    success_url: parameters.success_url,
    // Stripe's page needs the fragment: a shop that drops it or has too short a column breaks the page.
    url: `${pageUrl(id)}#${randomBytes(180).toString("base64url")}`,
  }
  account.sessions.set(id, session)
  account.requests.set(id, { id, parameters })
  account.save()
  return session
}

/** Ends an open session, as Stripe's `expire` call does. @throws ApiError (400) when it is not open */
export function expireSession(account: Account, id: string): Session {
  const session = account.session(id)
  endIfDue(account, session)
  if (session.status !== "open")
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${String(session.status)}.`,
    )
  end(account, session)
  return session
}

/** Ends the session if its time is over. Called before each use of it. */
export function endIfDue(account: Account, session: Session): void {
  if (session.status === "open" && session.expires_at <= seconds()) end(account, session)
}

function end(account: Account, session: Session): void {
  session.status = "expired"
  session.url = null
  const intent = account.intents.get(session.payment_intent ?? "")
  if (intent !== undefined) {
    intent.status = "canceled"
    account.emit("payment_intent.canceled", intent)
  }
  account.emit("checkout.session.expired", session)
}
