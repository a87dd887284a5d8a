import { randomBytes } from "node:crypto"
import type Stripe from "stripe"
import { type Account, idOf, newId, seconds } from "./account.js"
import { invalidRequest } from "./api-error.js"
import type { SessionParameters } from "./parameters.js"

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
const SHORTEST = 30 * MINUTE
/** Stripe's smallest amount in pounds. */
const LEAST_PENCE = 30

/** Creates an open session. @param pageUrl the hosted page of a session's id */
export function createSession(
  account: Account,
  parameters: SessionParameters,
  pageUrl: (id: string) => string,
): Stripe.Checkout.Session {
  const created = seconds()
  const { amount, currency } = totalOf(parameters)
  const id = newId("cs_test", 58)
  const session: Stripe.Checkout.Session = {
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: parameters.adaptive_pricing?.enabled ?? true },
    after_expiration: null,
    allow_promotion_codes: parameters.allow_promotion_codes ?? null,
    allowed_payment_method_types: parameters.allowed_payment_method_types ?? null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: parameters.billing_address_collection ?? null,
    cancel_url: parameters.cancel_url ?? null,
    client_reference_id: parameters.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: parameters.customer_creation ?? "if_required",
    customer_details:
      parameters.customer_email === undefined ? null : detailsOf(parameters.customer_email, null),
    customer_email: parameters.customer_email ?? null,
    discounts: [],
    expires_at: endOf(parameters, created),
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: localeOf(parameters),
    managed_payments: null,
    metadata: parameters.metadata ?? {},
    mode: "payment",
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: "if_required",
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: parameters.payment_method_types ?? ["card", "link"],
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: parameters.phone_number_collection?.enabled ?? false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: parameters.submit_type ?? null,
    subscription: null,
    success_url: parameters.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    // Stripe's page needs the fragment: a shop that drops it or has too short a column breaks the page.
    url: `${pageUrl(id)}#${randomBytes(180).toString("base64url")}`,
    wallet_options: null,
  }
  account.sessions.set(id, session)
  account.requests.set(id, { id, parameters })
  account.save()
  return session
}

export const detailsOf = (email: string, name: string | null): Stripe.Checkout.Session.CustomerDetails => ({
  address: null,
  business_name: null,
  email,
  individual_name: null,
  name,
  phone: null,
  tax_exempt: "none",
  tax_ids: [],
})

function totalOf({ line_items: items }: SessionParameters): { amount: number; currency: string } {
  const currencies = new Set(items.map(({ price_data: { currency } }) => currency))
  const [currency = "gbp"] = currencies
  if (currencies.size > 1)
    throw invalidRequest("All line items must have the same currency.", { param: "line_items" })
  const amount = items.reduce((sum, item) => sum + item.quantity * item.price_data.unit_amount, 0)
  if (amount < LEAST_PENCE)
    throw invalidRequest("The Checkout Session's total amount must convert to at least 30 pence.", {
      code: "amount_too_small",
    })
  return { amount, currency }
}

function endOf({ expires_at: end }: SessionParameters, created: number): number {
  if (end === undefined) return created + DAY
  const problem =
    end < created + SHORTEST
      ? "at least 30 minutes from"
      : end > created + DAY
        ? "less than 24 hours from"
        : undefined
  if (problem === undefined) return end
  throw invalidRequest(`The \`expires_at\` timestamp must be ${problem} Checkout Session creation.`, {
    param: "expires_at",
  })
}

const LOCALES = ["auto", "en", "en-GB"] as const
function localeOf({ locale }: SessionParameters): Stripe.Checkout.Session.Locale | null {
  if (locale === undefined) return null
  const known = LOCALES.find((one) => one === locale)
  if (known === undefined) throw invalidRequest(`Invalid locale: ${locale}`, { param: "locale" })
  return known
}

/** Ends an open session, as Stripe's `expire` call does. @throws ApiError (400) when it is not open */
export function expireSession(account: Account, id: string): Stripe.Checkout.Session {
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
export function endIfDue(account: Account, session: Stripe.Checkout.Session): void {
  if (session.status === "open" && session.expires_at <= seconds()) end(account, session)
}

function end(account: Account, session: Stripe.Checkout.Session): void {
  session.status = "expired"
  session.url = null
  const intent = account.intents.get(idOf(session.payment_intent))
  if (intent !== undefined) {
    intent.status = "canceled"
    intent.canceled_at = seconds()
    intent.cancellation_reason = "automatic"
    intent.next_action = null
    account.emit("payment_intent.canceled", intent)
  }
  account.emit("checkout.session.expired", session)
}
