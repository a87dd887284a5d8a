import * as z from "zod/mini"

/** The staff calls about payments: `/admin/payment-review/*` and the actions. Amounts are whole pence and decimal strings of satoshis. */

const TOO_LONG = "Keep it below 500 characters."
const reason = z
  .string("Say why.")
  .check(z.trim(), z.minLength(5, "Say why, in a few words."), z.maxLength(500, TOO_LONG))
const note = z.string().check(z.trim(), z.maxLength(500, TOO_LONG))
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

const refundSchema = z.discriminatedUnion("method", [
  z.strictObject({
    method: z.literal("bitcoin"),
    pence,
    note: z.optional(note),
    sats: z.string().check(z.regex(/^[1-9]\d{0,15}$/, "Write whole satoshis.")),
    address: z.string().check(z.trim(), z.regex(/^[a-zA-Z0-9]{14,100}$/, "That is not a Bitcoin address.")),
    txid: z
      .string()
      .check(
        z.trim(),
        z.toLowerCase(),
        z.regex(/^[0-9a-f]{64}$/, "That is not a transaction id: it has 64 digits from 0 to f."),
      ),
  }),
  z.strictObject({
    method: z.literal("pounds"),
    pence,
    note: note.check(z.minLength(5, "Say how it was paid back.")),
  }),
])

/** `POST /admin/bitcoin/invoices/{id}/actions` */
export const paymentActionSchema = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("request_poll") }),
  z.strictObject({ action: z.literal("accept"), idempotencyKey, reason: z.optional(reason) }),
  z.strictObject({ action: z.literal("settle_by_hand"), idempotencyKey, reason }),
  z.strictObject({ action: z.literal("renew_quote"), idempotencyKey }),
  z.strictObject({ action: z.literal("ask_refund_address"), idempotencyKey }),
  z.strictObject({ action: z.literal("record_refund"), idempotencyKey, refund: refundSchema }),
  z.strictObject({ action: z.literal("keep_surplus"), idempotencyKey, reason }),
  z.strictObject({ action: z.literal("explain_earlier_money"), idempotencyKey, reason }),
])
export type PaymentAction = z.infer<typeof paymentActionSchema>

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

const outputSchema = z.object({
  txid: z.string(),
  vout: z.int(),
  sats: z.string(),
  status: z.string(),
  confirmations: z.int(),
  seenAt: z.string(),
  url: text,
})

const recordedRefundSchema = z.object({
  id: z.string(),
  pence: z.int(),
  sats: text,
  address: text,
  txid: text,
  url: text,
  note: text,
  by: z.string(),
  at: z.string(),
  /** Whether Medusa's order shows it too. */
  isRecorded: z.boolean(),
  lastError: text,
})

const paymentInvoiceSchema = z.object({
  id: z.string(),
  state: z.string(),
  /** Why it is in review, as a sentence. */
  why: text,
  address: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastPollAt: z.string(),
  isCaptured: z.boolean(),
  isByHand: z.boolean(),
  rate: z.string(),
  rateSource: z.string(),
  rateAt: z.string(),
  pricePence: z.int(),
  dueSats: z.string(),
  receivedSats: z.string(),
  /** Still missing; "0" once enough has come. */
  missingSats: z.string(),
  receivedPence: z.int(),
  /** What was received is worth this much at the current rate, while staff decide; null without a rate. */
  todayPence: z.nullable(z.int()),
  capturedPence: z.int(),
  refundablePence: z.int(),
  refundableSats: z.string(),
  surplusPence: z.int(),
  required: z.int(),
  outputs: z.array(outputSchema),
  refunds: z.array(recordedRefundSchema),
  /** Each address the buyer gave, oldest first. The last one applies. */
  refundAddresses: z.array(
    z.object({ address: z.string(), cameBy: z.enum(["link", "account"]), at: z.string() }),
  ),
  isAddressAwaited: z.boolean(),
  timeline: z.array(z.object({ at: z.string(), what: z.string(), detail: text, by: text })),
  failing: z.array(z.object({ kind: z.string(), attempts: z.int(), lastError: text })),
  claims: z.array(z.object({ transactionId: z.string(), verdict: z.string(), at: z.string() })),
  actions: z.array(action),
})
export type PaymentInvoice = z.infer<typeof paymentInvoiceSchema>

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

/** `GET /admin/payment-review/orders/{id}`, and the answer to an action. */
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
    invoices: z.array(paymentInvoiceSchema),
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

/** `POST /admin/payment-review/wallet` */
export const walletChangeSchema = z.discriminatedUnion("action", [
  /** So many unused addresses in a row the shop's wallet program shows now. */
  z.strictObject({
    action: z.literal("set_gap_limit"),
    gap_limit: z
      .int("Write a whole number.")
      .check(z.minimum(20, "Every wallet shows 20."), z.maximum(1_000_000, "Write a million at most.")),
  }),
  /** An address for a payment of the shop's own; repeated, it looks for that payment. */
  z.strictObject({ action: z.literal("own_payment") }),
])
export type WalletChange = z.infer<typeof walletChangeSchema>

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
