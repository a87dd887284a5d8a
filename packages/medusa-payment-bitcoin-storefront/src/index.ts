export {
  BitcoinPaymentError,
  createBitcoinPayments,
  type BitcoinPayments,
  type FollowListeners,
} from "./client.js"
export type { BitcoinPaymentElement } from "./element.js"
export {
  lightningCode,
  type BitcoinPayment,
  type LightningPayment,
  type PaymentState,
  type PaymentTransaction,
} from "./payment.js"
export { isFinal, isPayable, stageOf, type PaymentStage } from "./stages.js"
export { english, german, type Texts } from "./texts.js"
export { subscribe } from "./subscription.js"
export { formatClock, milestoneOf, secondsUntil, untilNextTick } from "./time-left.js"
