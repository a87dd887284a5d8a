export { assertPerformed, rejected } from "./action-rejections"
export { cancelOrderStep, cancelUnpaidOrder, cancelUnpaidOrderWorkflow } from "./cancel-unpaid-order"
export { captureBitcoinPayment } from "./capture-bitcoin-payment"
export { captureSession, readCaptureState } from "./capture-session"
export { clearPendingOrderChanges, withPaymentLocked } from "./order-changes"
export {
  endReinstatement,
  findReinstatements,
  performOnOpenOrder,
  type AfterReinstatement,
} from "./reinstate-order"
export { recordBitcoinRefund, refundSchema } from "./record-bitcoin-refund"
export { recordRefundInMedusa } from "./record-refund-in-medusa"
export { releaseStock, reserveStock, withStockLocked, type Reservation } from "./stock"
export { changeWallet, readWallet } from "./wallet-care"
