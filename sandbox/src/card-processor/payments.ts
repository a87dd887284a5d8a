import {
  type Account,
  type Charge,
  type Intent,
  newBooking,
  newId,
  seconds,
  type Session,
  type Wallet,
} from "./account.js"
import { openDispute } from "./refunds.js"
import { endIfDue } from "./sessions.js"
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

/** The buyer presses Pay on the hosted page. */
export function pay(account: Account, session: Session, card: TestCard, wallet?: Wallet): PayResult {
  endIfDue(account, session)
  if (session.status !== "open") return { kind: "closed" }
  const intent = account.intents.get(session.payment_intent ?? "") ?? createIntent(account, session)
  account.attempts.set(intent.id, { id: intent.id, cardNumber: card.number, ...(wallet && { wallet }) })
  // Wallets carry the cardholder's authentication.
  if (card.challenge === true && wallet === undefined) {
    intent.status = "requires_action"
    intent.last_payment_error = null
    account.emit("payment_intent.requires_action", intent)
    return { kind: "challenge" }
  }
  return attemptPayment(account, session, intent)
}

/** Whether the buyer is at the bank's 3-D Secure page. */
export const isAtChallenge = (account: Account, session: Session) =>
  account.intents.get(session.payment_intent ?? "")?.status === "requires_action"

/** The buyer passes or fails the bank's 3-D Secure page. */
export function answerChallenge(account: Account, session: Session, isPassed: boolean): PayResult {
  endIfDue(account, session)
  if (session.status !== "open" || !isAtChallenge(account, session)) return { kind: "closed" }
  const intent = account.intent(session.payment_intent ?? "")
  return isPassed
    ? attemptPayment(account, session, intent)
    : failAttempt(account, intent, AUTHENTICATION_FAILED)
}

function attemptPayment(account: Account, session: Session, intent: Intent): PayResult {
  const card = cardOf(account, intent.id)
  if (card.decline !== undefined) return failAttempt(account, intent, card.decline)
  session.status = "complete"
  session.url = null
  if (card.later === undefined) succeed(account, session, intent)
  else {
    intent.status = "processing"
    account.schedule("settle", intent.id, LATER_MS)
    account.emit("payment_intent.processing", intent)
  }
  account.emit("checkout.session.completed", session)
  return { kind: "complete" }
}

/** The result of a slow payment. */
export function settleLater(account: Account, intentId: string): void {
  const intent = account.intent(intentId)
  const session = account.sessionOf(intentId)
  if (intent.status !== "processing" || session === undefined) return
  if (cardOf(account, intentId).later === "succeeds") {
    succeed(account, session, intent)
    account.emit("checkout.session.async_payment_succeeded", session)
  } else {
    failAttempt(account, intent, LATER_FAILURE)
    account.emit("checkout.session.async_payment_failed", session)
  }
}

function succeed(account: Account, session: Session, intent: Intent): void {
  const charge = charged(account, intent, true)
  intent.status = "succeeded"
  intent.amount_received = intent.amount
  intent.last_payment_error = null
  session.payment_status = "paid"
  account.schedule("book", charge.id, BOOKING_MS)
  account.emit("charge.succeeded", charge)
  account.emit("payment_intent.succeeded", intent)
  if (cardOf(account, intent.id).dispute !== undefined) account.schedule("dispute", charge.id, LATER_MS)
}

function failAttempt(account: Account, intent: Intent, decline: Decline): PayResult {
  const charge = charged(account, intent, false)
  const { code, declineCode, message } = decline
  intent.status = "requires_payment_method"
  intent.last_payment_error = {
    type: "card_error",
    code,
    ...(declineCode && { decline_code: declineCode }),
    message,
  }
  account.emit("charge.failed", charge)
  account.emit("payment_intent.payment_failed", intent)
  return { kind: "declined", message }
}

/** The fee of UK cards, 1.5 % and 20p, is known a moment after the payment. */
export function bookCharge(account: Account, chargeId: string): void {
  const charge = account.charge(chargeId)
  const { amount, currency } = charge
  const booking = newBooking({ amount, currency, fee: Math.round(amount * 0.015) + 20 })
  account.bookings.set(booking.id, booking)
  charge.balance_transaction = booking.id
  account.emit("charge.updated", charge)
}

/** Disputes the payment with the reason of its card. */
export function disputeLater(account: Account, chargeId: string): void {
  const charge = account.charge(chargeId)
  openDispute(account, charge, cardOf(account, charge.payment_intent).dispute ?? "general")
}

function cardOf(account: Account, intentId: string): TestCard {
  const card = findCard(account.attempts.get(intentId)?.cardNumber)
  if (card === undefined) throw new Error(`${intentId} was attempted with an unknown card`)
  return card
}

/** Adds the charge of an attempt. */
function charged(account: Account, intent: Intent, isPaid: boolean): Charge {
  const { brand, number } = cardOf(account, intent.id)
  const wallet = account.attempts.get(intent.id)?.wallet
  const charge: Charge = {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    balance_transaction: null,
    created: seconds(),
    currency: intent.currency,
    disputed: false,
    metadata: intent.metadata,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method_details: {
      type: "card",
      card: { brand, last4: number.slice(-4), wallet: wallet === undefined ? null : { type: wallet } },
    },
    refunded: false,
    status: isPaid ? "succeeded" : "failed",
  }
  account.charges.set(charge.id, charge)
  intent.latest_charge = charge.id
  return charge
}

function createIntent(account: Account, session: Session): Intent {
  const data = account.requests.get(session.id)?.parameters.payment_intent_data
  const intent: Intent = {
    id: newId("pi"),
    object: "payment_intent",
    amount: session.amount_total ?? 0,
    amount_received: 0,
    created: seconds(),
    currency: session.currency ?? "gbp",
    description: data?.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    metadata: data?.metadata ?? {},
    status: "requires_payment_method",
  }
  account.intents.set(intent.id, intent)
  session.payment_intent = intent.id
  account.emit("payment_intent.created", intent)
  return intent
}
