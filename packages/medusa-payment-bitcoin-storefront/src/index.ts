export {
  BitcoinPaymentError,
  createBitcoinPayments,
  type BitcoinPayments,
  type FollowListeners,
} from "./client"
export type { BitcoinPaymentElement } from "./element"
export {
  lightningCode,
  type BitcoinPayment,
  type LightningPayment,
  type PaymentState,
  type PaymentTransaction,
} from "./payment"
export { isFinal, isPayable, stageOf, type PaymentStage } from "./stages"
export { english, german, type Texts } from "./texts"
export { subscribe } from "./subscription"
export { formatClock, milestoneOf, secondsUntil, untilNextTick } from "./time-left"
