export { assertPerformed, rejected } from "./action-rejections"
export { cancelUnpaidOrder } from "./cancel-unpaid-order"
export { captureBitcoinPayment } from "./capture-bitcoin-payment"
export {
  endReinstatement,
  findReinstatements,
  performOnOpenOrder,
  type AfterReinstatement,
} from "./reinstate-order"
export { recordBitcoinRefund, refundSchema } from "./record-bitcoin-refund"
export { changeWallet, readWallet } from "./wallet-care"
