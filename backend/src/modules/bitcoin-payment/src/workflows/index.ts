export { captureBitcoinPayment } from "./capture-bitcoin-payment"
export { captureSession, readCaptureState } from "./capture-session"
export { clearPendingOrderChanges, withPaymentLocked } from "./order-changes"
export { readRefundedOrder, recordRefundInMedusa } from "./record-refund-in-medusa"
