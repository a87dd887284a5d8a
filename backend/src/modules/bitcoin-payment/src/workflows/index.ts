import "./payment-method"

export { bitcoinPaymentChangedWorkflow } from "./payment-changed"
export { readWallet } from "./wallet-care"
