export { findOrdersWithCases, readOpenCases, type BitcoinCase } from "./open-cases"
export { bitcoinPaymentChangedWorkflow } from "./payment-changed"
export { bitcoinTopics } from "./settle"
export { readWallet } from "./wallet-care"
