export {
  BitcoinPaymentError,
  createBitcoinPayments,
  type BitcoinPayments,
  type FollowListeners,
} from "./client"
export type { BitcoinPaymentElement } from "./element"
export {
  isFinal,
  isPayable,
  lightningCode,
  stageOf,
  type BitcoinPayment,
  type LightningPayment,
  type PaymentStage,
  type PaymentState,
  type PaymentTransaction,
} from "./payment"
export { english, german, type Texts } from "./texts"
export { subscribe } from "./subscription"
export { formatClock, milestoneOf, secondsUntil, untilNextTick } from "./time-left"
