import type Stripe from "stripe"
import { type Account, type Attempt, idOf, newId, seconds } from "./account.js"
import { openDispute } from "./disputes.js"
import { chargeFor } from "./charges.js"
import { detailsOf, endIfDue } from "./sessions.js"
import { AUTHENTICATION_FAILED, type Decline, findCard, LATER_FAILURE, type TestCard } from "./test-cards.js"

/** How long a slow payment takes, and a dispute after a payment. */
const LATER_MS = 4_000
/** With automatic asynchronous capture, Stripe's default, the fee is known shortly after the payment. */
const BOOKING_MS = 1_000

type PayResult =
  | { kind: "complete" }
  | { kind: "challenge" }
  | { kind: "declined"; message: string }
  /** The session has expired or was paid already. */
  | { kind: "closed" }

export interface PayForm {
  card: TestCard
  wallet?: Attempt["wallet"]
  name: string
  email: string
}

/** The buyer presses Pay on the hosted page. */
export function pay(account: Account, session: Stripe.Checkout.Session, form: PayForm): PayResult {
  endIfDue(account, session)
  if (session.status !== "open") return { kind: "closed" }
  const intent = account.intents.get(idOf(session.payment_intent)) ?? createIntent(account, session)
  account.attempts.set(intent.id, { id: intent.id, cardNumber: form.card.number, wallet: form.wallet })
  session.customer_details = detailsOf(form.email, form.name)
  // Wallets carry the cardholder's authentication.
  if (form.card.challenge === true && form.wallet === undefined) {
    intent.status = "requires_action"
    intent.last_payment_error = null
    account.emit("payment_intent.requires_action", intent)
    return { kind: "challenge" }
  }
  return attemptPayment(account, session, intent, form.card)
}

/** The buyer passes or fails the bank's 3-D Secure page. */
export function answerChallenge(
  account: Account,
  session: Stripe.Checkout.Session,
  isPassed: boolean,
): PayResult {
  endIfDue(account, session)
  const intent = account.intents.get(idOf(session.payment_intent))
  if (session.status !== "open" || intent?.status !== "requires_action") return { kind: "closed" }
  const card = cardOf(account, intent)
  return isPassed
    ? attemptPayment(account, session, intent, card)
    : failAttempt(account, intent, AUTHENTICATION_FAILED)
}

/** Whether the buyer is at the bank's 3-D Secure page. */
export const isAtChallenge = (account: Account, session: Stripe.Checkout.Session) =>
  account.intents.get(idOf(session.payment_intent))?.status === "requires_action"

function attemptPayment(
  account: Account,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
  card: TestCard,
): PayResult {
  if (card.decline !== undefined) return failAttempt(account, intent, card.decline)
  session.status = "complete"
  session.url = null
  if (card.later !== undefined) {
    intent.status = "processing"
    account.schedule("settle", intent.id, LATER_MS)
    account.emit("payment_intent.processing", intent)
    account.emit("checkout.session.completed", session)
    return { kind: "complete" }
  }
  succeed(account, session, intent, card)
  account.emit("checkout.session.completed", session)
  return { kind: "complete" }
}

/** The result of a slow payment. */
export function settleLater(account: Account, intentId: string): void {
  const intent = account.intent(intentId)
  const session = account.sessionOf(intentId)
  if (intent.status !== "processing" || session === undefined) return
  const card = cardOf(account, intent)
  if (card.later === "succeeds") {
    succeed(account, session, intent, card)
    account.emit("checkout.session.async_payment_succeeded", session)
    return
  }
  failAttempt(account, intent, LATER_FAILURE)
  account.emit("checkout.session.async_payment_failed", session)
}

function succeed(
  account: Account,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
  card: TestCard,
): void {
  const charge = chargeFor(intent, card, account.attempts.get(intent.id)?.wallet)
  account.charges.set(charge.id, charge)
  Object.assign(intent, {
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
    last_payment_error: null,
  } satisfies Partial<Stripe.PaymentIntent>)
  session.payment_status = "paid"
  account.schedule("book", charge.id, BOOKING_MS)
  account.emit("charge.succeeded", charge)
  account.emit("payment_intent.succeeded", intent)
  if (card.dispute !== undefined) account.schedule("dispute", charge.id, LATER_MS)
}

function failAttempt(account: Account, intent: Stripe.PaymentIntent, decline: Decline): PayResult {
  const card = cardOf(account, intent)
  const charge = chargeFor(intent, card, account.attempts.get(intent.id)?.wallet, decline)
  account.charges.set(charge.id, charge)
  intent.status = "requires_payment_method"
  intent.latest_charge = charge.id
  intent.last_payment_error = {
    type: "card_error",
    code: errorCode(decline),
    decline_code: decline.declineCode,
    message: decline.message,
    charge: charge.id,
  }
  account.emit("charge.failed", charge)
  account.emit("payment_intent.payment_failed", intent)
  return { kind: "declined", message: decline.message }
}

/** Disputes the payment with the reason of its card. */
export function disputeLater(account: Account, chargeId: string): void {
  const charge = account.charge(chargeId)
  const reason = cardOf(account, account.intent(idOf(charge.payment_intent))).dispute ?? "general"
  openDispute(account, charge, { reason })
}

function cardOf(account: Account, intent: Stripe.PaymentIntent): TestCard {
  const card = findCard(account.attempts.get(intent.id)?.cardNumber ?? "")
  if (card === undefined) throw new Error(`${intent.id} was attempted with an unknown card`)
  return card
}

const CODES = [
  "card_declined",
  "expired_card",
  "payment_intent_authentication_failure",
  "payment_intent_payment_attempt_failed",
] as const satisfies readonly Stripe.PaymentIntent.LastPaymentError["code"][]

const errorCode = ({ code }: Decline) => CODES.find((known) => known === code)

function createIntent(account: Account, session: Stripe.Checkout.Session): Stripe.PaymentIntent {
  const data = account.requests.get(session.id)?.parameters.payment_intent_data
  const id = newId("pi", 24)
  const intent: Stripe.PaymentIntent = {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: data?.capture_method ?? "automatic_async",
    client_secret: newId(`${id}_secret`),
    confirmation_method: "automatic",
    created: seconds(),
    currency: session.currency ?? "gbp",
    customer: null,
    customer_account: null,
    description: data?.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: data?.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: session.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: data?.receipt_email ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: data?.statement_descriptor_suffix ?? null,
    status: "requires_payment_method",
    transfer_group: null,
  }
  account.intents.set(intent.id, intent)
  session.payment_intent = intent.id
  account.emit("payment_intent.created", intent)
  return intent
}
