import { z } from "@medusajs/framework/zod"
import Stripe from "stripe"
import {
  CardProcessorError,
  type CardProcessor,
  type FailureKind,
  type Notification,
  type PaymentFacts,
  type ProcessorDispute,
  type ProcessorRefund,
  type SessionFacts,
} from "../ports/card-processor"

export interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Another server with Stripe's API, for tests and the sandbox; null: Stripe. */
  readonly apiUrl: string | null
}

const TIMEOUT_MS = 10_000
/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const LEAST_PENCE = 30
/** The statuses of a dispute that is over; all others are open. */
const WON = ["won", "warning_closed", "prevented"]

/** Stripe's hosted Checkout. The SDK pins the API's version. */
export function createStripe({ secretKey, webhookSecret, apiUrl }: StripeSettings): CardProcessor {
  const stripe = new Stripe(secretKey, {
    ...addressOf(apiUrl),
    timeout: TIMEOUT_MS,
    // The outbox, the polls and the buyer's own retry repeat a call; a second layer would only hold them up.
    maxNetworkRetries: 0,
    telemetry: false,
  })
  const isTest = secretKey.includes("_test_")
  const dashboardUrl = (kind: string, id: string) =>
    new URL(
      `${apiUrl === null && isTest ? "/test" : ""}/${kind}/${encodeURIComponent(id)}`,
      apiUrl ?? "https://dashboard.stripe.com",
    ).href

  return {
    name: "Stripe",
    leastPence: LEAST_PENCE,
    createSession: (request) =>
      translated(async () => {
        const reference = { order_id: request.orderId, card_payment_id: request.paymentId }
        const session = await stripe.checkout.sessions.create(
          {
            mode: "payment",
            client_reference_id: request.orderId,
            metadata: reference,
            payment_intent_data: { description: request.description, metadata: reference },
            // Apple Pay and Google Pay are cards. Methods whose result comes days later would hold the stock.
            allowed_payment_method_types: ["card", "link"],
            // The buyer pays the price in the shop's currency.
            adaptive_pricing: { enabled: false },
            locale: "en-GB",
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: request.currency,
                  unit_amount: request.pence,
                  product_data: { name: request.description },
                },
              },
            ],
            expires_at: Math.ceil(request.expiresAt / 1000),
            success_url: request.successUrl,
            cancel_url: request.cancelUrl,
          },
          { idempotencyKey: request.idempotencyKey },
        )
        if (session.url === null) throw new CardProcessorError("certain", "Stripe opened no page.")
        return { id: session.id, url: session.url }
      }),
    readSession: (id) => translated(() => readSession(stripe, id)),
    expireSession: (id) =>
      translated(async () => {
        try {
          // Without a key of ours: ending a page twice is ending it once, and Stripe repeats its own failure for a key for a day.
          await stripe.checkout.sessions.expire(id)
        } catch (error) {
          // A page that is complete or over cannot be expired; what it is, the reading says.
          if (kindOf(error) !== "certain") throw error
        }
        return readSession(stripe, id)
      }),
    readPayment: (paymentId) => translated(() => readPayment(stripe, paymentId)),
    refund: ({ paymentId, pence, reference, idempotencyKey }) =>
      translated(async () =>
        toRefund(
          await stripe.refunds.create(
            {
              payment_intent: paymentId,
              amount: pence,
              reason: "requested_by_customer",
              metadata: { card_refund_id: reference },
            },
            { idempotencyKey },
          ),
        ),
      ),
    paymentUrl: (paymentId) => dashboardUrl("payments", paymentId),
    sessionUrl: (sessionId) => dashboardUrl("checkout/sessions", sessionId),
    readNotification: (body, signature) => {
      if (signature === undefined) return null
      return toNotification(
        verifiedEvent(() => stripe.webhooks.constructEvent(body, signature, webhookSecret)),
      )
    },
  }
}

function addressOf(apiUrl: string | null) {
  if (apiUrl === null) return {}
  const { protocol, hostname, port } = new URL(apiUrl)
  const isPlain = protocol === "http:"
  return {
    protocol: isPlain ? ("http" as const) : ("https" as const),
    host: hostname,
    port: port === "" ? (isPlain ? 80 : 443) : Number(port),
  }
}

/** Of a payment that takes no money any more, though its page is complete: the bank refused it later. */
const REFUSED = ["requires_payment_method", "canceled"]

const STATES: Readonly<Record<string, SessionFacts["state"]>> = {
  open: "open",
  complete: "complete",
  expired: "expired",
}

async function readSession(stripe: Stripe, id: string): Promise<SessionFacts> {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] })
  const intent = typeof session.payment_intent === "string" ? null : session.payment_intent
  const isPaid = session.payment_status === "paid"
  const isRefused =
    session.status === "complete" && !isPaid && intent !== null && REFUSED.includes(intent.status)
  return {
    id: session.id,
    state: isRefused ? "expired" : (STATES[session.status ?? "open"] ?? "open"),
    isPaid,
    orderId: session.client_reference_id,
    pence: session.amount_total ?? 0,
    currency: session.currency ?? "",
    paymentId: idOf(session.payment_intent),
    isDeclined: isRefused || (session.status === "open" && (intent?.last_payment_error ?? null) !== null),
  }
}

async function readPayment(stripe: Stripe, paymentId: string): Promise<PaymentFacts> {
  const [intent, refunds, disputes] = await Promise.all([
    stripe.paymentIntents.retrieve(paymentId, { expand: ["latest_charge.balance_transaction"] }),
    stripe.refunds.list({ payment_intent: paymentId, limit: 100 }),
    stripe.disputes.list({ payment_intent: paymentId, limit: 100 }),
  ])
  const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge
  const booking = charge?.balance_transaction
  const card = charge?.payment_method_details?.card
  return {
    card: card
      ? { brand: card.brand ?? "card", last4: card.last4 ?? "", wallet: card.wallet?.type ?? null }
      : null,
    feePence:
      typeof booking === "object" && booking !== null && booking.currency === intent.currency
        ? booking.fee
        : null,
    refunds: refunds.data.map(toRefund),
    disputes: disputes.data.map(toDispute),
  }
}

function toRefund(refund: Stripe.Refund): ProcessorRefund {
  const { status } = refund
  return {
    id: refund.id,
    pence: refund.amount,
    status:
      status === "succeeded"
        ? "succeeded"
        : status === "failed" || status === "canceled"
          ? "failed"
          : "pending",
    reference: refund.metadata?.card_refund_id ?? null,
    at: refund.created * 1000,
  }
}

function toDispute(dispute: Stripe.Dispute): ProcessorDispute {
  const dueBy = dispute.evidence_details.due_by
  return {
    id: dispute.id,
    pence: dispute.amount,
    reason: dispute.reason,
    status: dispute.status,
    outcome: WON.includes(dispute.status) ? "won" : dispute.status === "lost" ? "lost" : "open",
    respondBy: dueBy === null ? null : dueBy * 1000,
    bookings: dispute.balance_transactions
      .filter(({ currency }) => currency === dispute.currency)
      .map(({ id, amount: pence, fee: feePence, created }) => ({ id, pence, feePence, at: created * 1000 })),
  }
}

/** Whatever the SDK throws, by whatever class, the header or the body is not Stripe's. */
function verifiedEvent(verify: () => unknown): unknown {
  try {
    return verify()
  } catch {
    return null
  }
}

const text = z.string().regex(/^[\x21-\x7e]{1,255}$/)
const eventSchema = z.object({
  id: text,
  type: text,
  data: z.object({
    object: z.object({
      object: text.optional().catch(undefined),
      id: text.optional().catch(undefined),
      payment_intent: text.nullish().catch(null),
    }),
  }),
})

/** Null for what is no event, also with a valid signature. */
function toNotification(event: unknown): Notification | null {
  const parsed = eventSchema.safeParse(event)
  if (!parsed.success) return null
  const { id, type, data } = parsed.data
  return { eventId: id, type, about: aboutOf(data.object) }
}

function aboutOf({
  object: kind,
  id,
  payment_intent: intent,
}: z.output<typeof eventSchema>["data"]["object"]): Notification["about"] {
  if (kind === "checkout.session" && id !== undefined) return { sessionId: id }
  if (kind === "payment_intent" && id !== undefined) return { paymentId: id }
  return typeof intent === "string" ? { paymentId: intent } : null
}

const idOf = (reference: string | { id: string } | null) =>
  typeof reference === "string" ? reference : (reference?.id ?? null)

async function translated<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof CardProcessorError || !(error instanceof Stripe.errors.StripeError)) throw error
    throw new CardProcessorError(kindOf(error), `Stripe: ${error.message}`, { cause: error })
  }
}

/** Wrong keys, limits and a call in progress changed nothing, and a later attempt may succeed. */
const RETRYABLE = [401, 403, 409, 429]

function kindOf(error: unknown): FailureKind {
  if (!(error instanceof Stripe.errors.StripeError)) return "unknown"
  const { statusCode } = error
  // A server in between may answer 200 with another page.
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return "unknown"
  return RETRYABLE.includes(statusCode) ? "retry" : "certain"
}
