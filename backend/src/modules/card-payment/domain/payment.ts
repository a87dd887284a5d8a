/** The states of a card payment. `paid` with `capturedAt` is final; `review` is for staff. */
export const PAYMENT_STATES = [
  "awaiting_payment",
  "confirming",
  "paid",
  "expired",
  "cancelled",
  "review",
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Why a payment takes no money any more: its time ended, its order was cancelled, or the buyer changed the method. */
export const CLOSED_HOW = ["expired", "cancelled", "changed"] as const
export type ClosedHow = (typeof CLOSED_HOW)[number]

/** One order's payment by card. Times in milliseconds, money in pence. */
export interface CardPayment {
  readonly id: string
  readonly orderId: string
  readonly sessionId: string
  readonly pence: number
  readonly currency: string
  /** The end of the stock's reservation. */
  readonly payableUntil: number
  readonly state: PaymentState
  readonly closed: ClosedHow | null
  readonly isCaptured: boolean
  /** The processor's payment that counts. */
  readonly processorPaymentId: string | null
  readonly receivedPence: number
  readonly declinedAt: number | null
  readonly version: number
}

export const CASE_KINDS = [
  "amount_differs",
  "paid_after_close",
  "paid_twice",
  "refund_failed",
  "refunded_at_processor",
  "dispute",
  "dispute_lost",
] as const
export type CaseKind = (typeof CASE_KINDS)[number]

export const HISTORY_CODES = [
  "opened",
  ...PAYMENT_STATES,
  "declined",
  "late_money",
  "closed_expired",
  "closed_cancelled",
  "closed_changed",
  "captured",
  "refund_ordered",
  "refund_made",
  "refund_refused",
  "refund_returned",
  "refunded_at_processor",
  "second_charge_refunded",
  "dispute",
  "dispute_won",
  "dispute_lost",
] as const
export type HistoryCode = (typeof HISTORY_CODES)[number]

export const EFFECT_KINDS = ["capture", "cancel", "mail_paid", "mail_declined", "mail_case"] as const
export type EffectKind = (typeof EFFECT_KINDS)[number]
