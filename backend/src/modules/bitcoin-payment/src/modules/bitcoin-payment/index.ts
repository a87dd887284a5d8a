import { Module } from "@medusajs/framework/utils"
import BitcoinPaymentService from "./service"

/** The name under which the container knows this module; the payment provider reaches it by the same. */
export const BITCOIN_PAYMENT = "bitcoinPayment"

export default Module(BITCOIN_PAYMENT, { service: BitcoinPaymentService })
export type { BitcoinPaymentService }
export { BITCOIN_PROVIDER } from "../../domain/bitcoin-provider"
export { EFFECT_KINDS, type EffectKind } from "../../domain/effects"
export { isPaid, type AddressRejection, type ReviewedInvoice } from "../../application/payment-review"
export { auditKeyOf, type ActionRejection, type StaffCommand } from "../../domain/staff-actions"
export { ACTIONS, STAFF_ACTIONS, type StaffAction } from "../../domain/action-forms"
export type { Refund, RefundAddress, RefundMethod } from "../../domain/invoice-details"
export { capturedMinor, ENDS_QUESTION, refundDue } from "../../domain/refunds"
export { formatMinorUnits, fromMinorUnits, readCurrency, toMinorUnits } from "../../domain/currency"
export { isByHand, isByLightning, isLive, type InvoiceState } from "../../domain/invoice"
export { clockWarning } from "../../domain/clock-offset"
export { PAYMENT_REASONS, type PaymentReason } from "../../domain/payment-reasons"
export type { BitcoinPayment } from "../../application/payment-view"
export { KNOWN_BUYER, type Buyer } from "../../application/gap-guard"
export type { BatchRejection, BatchResult } from "../../application/refund-batches"
export { FEE_RATES, RECORDED, UNPAID } from "../../domain/refund-batch"
export { IS_CASE as IS_PAYOUT_CASE } from "../../repository/refund-batches"
export type { OwnPaymentRejection, WalletState } from "../../application/wallet-care"
export { isSendable, REFUND_BASES, refundSatoshis, type RefundBasis } from "../../domain/refund-satoshis"
export { worthInMinorUnits } from "../../domain/quote"
export { satoshis, type Satoshis } from "../../domain/satoshis"
export type { StoredInvoice } from "../../domain/stored-invoice"
export { REASON_ADVICE, REASON_TEXTS } from "../../texts"
export { EARLIER_MONEY } from "../../repository/earlier-money"
export {
  BITCOIN_PROVIDERS,
  BITCOIN_REGIONS,
  bitcoinProvider,
  bitcoinRegion,
} from "../../repository/bitcoin-regions"
export { requiredConfirmations } from "../../domain/confirmations"
export { paymentHashOf } from "../../adapters/lightning/settlement"
export { codeOf, kindOf, type DestinationKind } from "../../domain/refund-destination"
export { lightningSettingsSchema } from "../../adapters/choose-lightning"
export { bad, good, lightningFindings, type Finding } from "../../adapters/lightning-findings"
export {
  chooseSource,
  probeSource,
  sourceSettingsSchema,
  type SourceAnswer,
} from "../../adapters/choose-source"
export { NETWORKS, readDescriptor } from "../../adapters/descriptor"
export { ratesOf } from "../../adapters/rates"
export {
  optionsOfProvider,
  readOptions,
  regionsWithoutRule,
  termsWithoutProvider,
  type BitcoinRegion,
  type Options,
} from "../../options"
export { readWallet, SCRIPTS } from "../../adapters/wallet-key"
export { bitcoinMetrics } from "../../metrics"
export { BitcoinUnavailable } from "../../ports/bitcoin-unavailable"

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [BITCOIN_PAYMENT]: BitcoinPaymentService
  }
}
