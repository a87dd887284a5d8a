import * as z from "zod/mini"
import { instantSchema, webAddressSchema } from "./formats"
import { poundsSchema } from "./money"

/**
 * - `awaiting_payment`: nothing is paid, and the stock is reserved until `payableUntil`.
 * - `confirming`: the processor has the buyer's payment and the shop has not recorded it yet.
 * - `paid`: the money is captured. A partial refund stays `paid`, with `refunded` above 0.00.
 * - `not_completed`: the time to pay ended, or the order was cancelled; nothing is charged.
 * - `review`: money came that staff must decide about.
 * - `refunded`: all of it was returned.
 */
export const CARD_PAYMENT_STATES = [
  "awaiting_payment",
  "confirming",
  "paid",
  "not_completed",
  "review",
  "refunded",
] as const

/** An order's card payment for its buyer. No personal data: no brand, no digits, no address of the processor's page. */
export const cardPaymentSchema = z.object({
  state: z.enum(CARD_PAYMENT_STATES),
  /** Whether the last attempt on the processor's page was declined. */
  isDeclined: z.boolean(),
  /** Whether `POST /api/orders/{id}/card-session` opens a page to pay on now. */
  canRetry: z.boolean(),
  /** Whether `POST /api/orders/{id}/payment-method` accepts `bitcoin` now. */
  canPayWithBitcoin: z.boolean(),
  /** The end of the stock's reservation; null once it is paid or over. */
  payableUntil: z.nullable(instantSchema),
  refunded: poundsSchema,
  /** The cardholder's bank has not decided about the payment, or has returned it; null: neither. Nothing is to be paid again. */
  dispute: z.nullable(z.enum(["open", "lost"])),
})
export type CardPayment = z.infer<typeof cardPaymentSchema>

/**
 * `POST /api/orders/{id}/card-session`: the processor's payment page. An open page is returned again; an old one is closed at the
 * processor before a new one opens. 404: no card order; 409 `not_payable`: paid, over or being confirmed; 503 `card_unavailable`.
 */
export const cardSessionSchema = z.object({ url: webAddressSchema })
