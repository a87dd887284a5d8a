import * as z from "zod/mini"

/** The staff calls about payments: `/admin/payment-review/*` and the actions. Amounts are whole pence and decimal strings of satoshis. */

const reason = z
  .string("Say why.")
  .check(
    z.trim(),
    z.minLength(5, "Say why, in a few words."),
    z.maxLength(500, "Keep it below 500 characters."),
  )
const pence = z
  .int("Write an amount in whole pence.")
  .check(
    z.minimum(1, "Write an amount above zero."),
    z.maximum(1_000_000_00, "Write a million pounds at most."),
  )
/** The page creates one each time it opens a dialog: a repeated request is carried out once. */
const idempotencyKey = z
  .string()
  .check(z.regex(/^[\w-]{8,64}$/, "An idempotency key has 8 to 64 letters and digits."))

/** `POST /admin/card-payments/{id}/actions` */
export const cardActionSchema = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("read_now") }),
  /** Returns money to the card. */
  z.strictObject({ action: z.literal("refund"), idempotencyKey, pence, reason }),
  z.strictObject({ action: z.literal("close_case"), caseId: z.string(), reason }),
])
export type CardAction = z.infer<typeof cardActionSchema>

const text = z.nullable(z.string())
const action = z.enum([
  "accept",
  "settle_by_hand",
  "renew_quote",
  "ask_refund_address",
  "record_refund",
  "keep_surplus",
  "explain_earlier_money",
])

const cardPaymentSchema = z.object({
  id: z.string(),
  state: z.enum(["awaiting_payment", "confirming", "paid", "expired", "cancelled", "review"]),
  isCaptured: z.boolean(),
  /** The last attempt was declined, and nothing was paid since. */
  isDeclined: z.boolean(),
  pricePence: z.int(),
  receivedPence: z.int(),
  returnedPence: z.int(),
  refundablePence: z.int(),
  /** What the processor keeps; null until it says. */
  feePence: z.nullable(z.int()),
  /** Like 'Visa ending 4242 (Apple Pay)'; null before the payment. */
  card: text,
  processor: z.string(),
  processorPaymentId: text,
  /** The processor's page about the payment. */
  url: text,
  createdAt: z.string(),
  payableUntil: z.string(),
  lastReadAt: text,
  readError: text,
  /** The pages on which the buyer could pay, newest first. */
  pages: z.array(
    z.object({
      id: text,
      /** The processor's own page about it. */
      url: text,
      state: z.string(),
      createdAt: z.string(),
      expiresAt: z.string(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      pence: z.int(),
      status: z.enum(["requested", "pending", "succeeded", "failed"]),
      source: z.enum(["staff", "shop", "processor"]),
      reason: z.string(),
      by: text,
      at: z.string(),
      isRecorded: z.boolean(),
      error: text,
    }),
  ),
  cases: z.array(
    z.object({
      id: z.string(),
      what: z.string(),
      next: z.string(),
      pence: z.int(),
      detail: z.string(),
      openedAt: z.string(),
      respondBy: text,
    }),
  ),
  timeline: z.array(z.object({ at: z.string(), what: z.string(), detail: text, by: text })),
  failing: z.array(z.object({ kind: z.string(), attempts: z.int(), lastError: text })),
})
export type StaffCardPayment = z.infer<typeof cardPaymentSchema>

/**
 * `GET /admin/payment-review/orders/{id}`, and the answer to an action about a card. Of payments in Bitcoin: `GET
 * /admin/orders/{id}/bitcoin-payments`.
 */
export const paymentPanelSchema = z.object({
  panel: z.object({
    id: z.string(),
    number: z.int(),
    method: z.enum(["bitcoin", "card"]),
    paymentStatus: z.object({
      isCancelled: z.boolean(),
      outstandingPence: z.int(),
      /** By Medusa's sums. */
      capturedPence: z.int(),
      refundedPence: z.int(),
      isUndone: z.boolean(),
      release: z.nullable(z.object({ by: z.string(), reason: z.string(), at: z.string() })),
      mayShip: z.boolean(),
    }),
    /** The buyer's notice that they withdraw from the order; null: none was sent. */
    withdrawal: z.nullable(
      z.object({
        at: z.string(),
        name: z.string(),
        address: z.string(),
        items: z.array(z.object({ name: z.string(), detail: z.string(), quantity: z.int() })),
        /** What the items cost. */
        pence: z.int(),
        settledAt: text,
        settledBy: text,
        /** What staff told the buyer. */
        note: text,
      }),
    ),
    /** Payments on a card processor's page, newest first. */
    cards: z.array(cardPaymentSchema),
  }),
})
export type PaymentPanel = z.infer<typeof paymentPanelSchema>["panel"]

const openCaseSchema = z.object({
  kind: z.enum(["payment", "failing", "surplus", "owed", "sent_before_order", "card", "withdrawal"]),
  orderId: z.string(),
  number: z.nullable(z.int()),
  invoiceId: z.string(),
  since: z.string(),
  why: z.string(),
  /** The last moment to answer, such as to a dispute. */
  respondBy: text,
  pence: z.nullable(z.int()),
  pricePence: z.int(),
  receivedSats: z.string(),
  dueSats: z.string(),
  actions: z.array(action),
})

/** A payment of which a part has arrived, while the rest may still be sent. */
const shortPaymentSchema = z.object({
  orderId: z.string(),
  number: z.nullable(z.int()),
  missingPence: z.int(),
  missingSats: z.string(),
  until: z.string(),
})

const closedCaseSchema = z.object({
  at: z.string(),
  orderId: z.string(),
  number: z.nullable(z.int()),
  what: z.string(),
  by: z.string(),
  reason: text,
})

const walletSchema = z.object({
  network: z.string(),
  next_index: z.int(),
  poll_age: z.nullable(z.number()),
  polled_by: text,
  last_failure: text,
  failing_for: z.nullable(z.number()),
  tip_height: z.nullable(z.int()),
})

/** `POST /admin/bitcoin-payments/wallet`: what the shop's wallet program shows now, or an address for a payment of the shop's own. */
export type WalletChange = { action: "set_gap_limit"; gap_limit: number } | { action: "own_payment" }

const walletStateSchema = z.object({
  unpaid_in_a_row: z.int(),
  gap_limit: z.nullable(z.int()),
  gap_limit_set: z.nullable(z.object({ by: z.string(), at: z.string() })),
  own_address: z.nullable(
    z.object({ address: z.string(), created_at: z.string(), seen_at: text, is_open: z.boolean() }),
  ),
})

/** `GET /admin/payment-review/overview` */
export const paymentOverviewSchema = z.object({
  overview: z.object({
    inbox: z.array(openCaseSchema),
    waiting: z.array(shortPaymentSchema),
    done: z.array(closedCaseSchema),
    status: z.nullable(
      z.object({
        wallet: walletSchema,
        watched: z.int(),
        messages_pending: z.int(),
        messages_failing: z.int(),
        mails_late: z.int(),
        states: z.record(z.string(), z.int()),
        gap: z.object({ now: z.int(), longest: z.int(), limit: z.int() }),
      }),
    ),
    source: z.array(z.object({ of: z.string(), height: z.nullable(z.int()), failure: text })),
    lag: z.nullable(z.int()),
    needs: z.array(z.string()),
    addresses: z.array(z.string()),
    walletState: walletStateSchema,
  }),
})
export type PaymentOverview = z.infer<typeof paymentOverviewSchema>["overview"]
export type OpenCase = z.infer<typeof openCaseSchema>
export type ShortPayment = z.infer<typeof shortPaymentSchema>
export type ClosedCase = z.infer<typeof closedCaseSchema>
