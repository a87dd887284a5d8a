import "./register-bitcoin-method"

export { bitcoinPaymentChangedWorkflow } from "./payment-changed"
export { readWallet } from "./wallet-care"
