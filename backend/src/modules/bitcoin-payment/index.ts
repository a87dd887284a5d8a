import { Module } from "@medusajs/framework/utils"
import BitcoinPaymentService from "./service"

/** The name under which the container knows this module; the payment provider reaches it by the same. */
export const BITCOIN_PAYMENT = "bitcoinPayment"

export default Module(BITCOIN_PAYMENT, { service: BitcoinPaymentService })
export type { BitcoinPaymentService }
export type { EffectKind } from "./domain/effects"
export { isPaid, takenOf, type OpenFile } from "./desk-office"
export type { AddressRefusal } from "./application/refund-address"
export type { Decision } from "./application/desk"
export { STAFF_ACTIONS, type StaffAction } from "./domain/staff-actions"
export type { GivenAddress, Refund, RefundToRecord, StaffOrder } from "./ports/desk"
export { satoshis } from "./domain/satoshis"
export type { StoredInvoice } from "./ports/ledger"
export { probeSource, sourceSettingsSchema, type SourceAnswer } from "./adapters/choose-source"
export { readWallet, SCRIPTS } from "./adapters/wallet-key"
export { BitcoinUnavailable } from "./ports/bitcoin-unavailable"

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [BITCOIN_PAYMENT]: BitcoinPaymentService
  }
}
