import { Module } from "@medusajs/framework/utils"
import CardPaymentService from "./service"

/** The name under which the container knows this module; the payment provider reaches it by the same. */
export const CARD_PAYMENT = "cardPayment"
export const CARD_PROVIDER = "pp_card_card"

export default Module(CARD_PAYMENT, { service: CardPaymentService })
export type { CardPaymentService }
export type { PaymentDetails } from "./application/payments"
export type { StoredPayment } from "./repository/payments"
export type { CardRefund } from "./repository/refunds"
export type { RefundRejection } from "./application/refunds"
export {
  CASE_KINDS,
  EFFECT_KINDS,
  HISTORY_CODES,
  type CaseKind,
  type EffectKind,
  type HistoryCode,
} from "./domain/payment"
export { createStripe } from "./adapters/stripe"
export { CardProcessorError } from "./ports/card-processor"

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [CARD_PAYMENT]: CardPaymentService
  }
}
