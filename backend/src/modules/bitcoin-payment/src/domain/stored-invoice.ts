import type { Currency } from "./currency"
import type { Invoice, InvoiceState } from "./invoice"
import type { Satoshis } from "./satoshis"

export interface Wallet {
  readonly id: string
  readonly descriptor: string
  readonly network: string
}

export interface StoredInvoice extends Invoice {
  readonly id: string
  readonly orderId: string
  readonly sessionId: string
  /** 0 is the first quote of the payment session; each renewal has a new address. */
  readonly renewal: number
  readonly walletId: string
  readonly addressIndex: number
  readonly address: string
  readonly rateSource: string
  readonly rateAt: number
  readonly requiredSources: 1 | 2
  /** Since when two sources differ about it, and what each says; null while they agree. */
  readonly dispute: { readonly since: number; readonly says: string } | null
  /** The chain's height at the last poll before it was opened; null before the first poll. */
  readonly openedAtHeight: number | null
  readonly lastPollAt: number
  /** Requested for the next poll, and not polled since. */
  readonly isPollRequested: boolean
  readonly state: InvoiceState
  /** Rises with every stored verdict; a writer that read an older version loses. */
  readonly version: number
  readonly received: Satoshis
  readonly settled: Satoshis
  readonly surplusMinor: bigint
  readonly confirmations: number
  readonly explained: Satoshis
  readonly capturedAt: number | null
}

export interface InvoiceRequest {
  readonly orderId: string
  readonly sessionId: string
  readonly priceMinor: bigint
  readonly due: Satoshis
  readonly tolerance: Satoshis
  readonly currency: Currency
  readonly rate: string
  readonly rateSource: string
  readonly rateAt: number
  readonly expiresAt: number
  readonly firstBlockBy: number
  readonly requiredConfirmations: number
  readonly requiredSources: 1 | 2
}
