import type { RefundChoice } from "medusa-payments/refund-choice"
import type { StaffAction } from "./action-forms"
import type { Invoice, InvoiceState, Milliseconds, Output } from "./invoice"
import type { RefundBasis } from "./refund-satoshis"
import type { Satoshis } from "./satoshis"

export interface StaffMember {
  readonly id: string
  readonly email: string
}

export interface AuditEntry {
  readonly action: StaffAction
  readonly idempotencyKey: string
  readonly by: StaffMember
  readonly reason: string | null
  readonly detail: Readonly<Record<string, string>>
  readonly at: Milliseconds
}

export type RefundMethod =
  | {
      readonly kind: "bitcoin"
      readonly sats: Satoshis
      readonly basis: RefundBasis
      /** Where it went: an address, or another destination that `readDestination` takes. */
      readonly address: string
      /** Of a Lightning payment its payment hash, as for payments of buyers. */
      readonly txid: string
      readonly lightning?: { readonly bolt11: string; readonly preimage: string } | undefined
    }
  | { readonly kind: "money" }

export interface NewRefund {
  readonly method: RefundMethod
  /** How much of the payment it returns, at the invoice's rate. */
  readonly amountMinor: bigint
  readonly note: string | null
  /** What of the order staff chose to refund. Medusa's refund keeps it, not ours. */
  readonly chosen?: RefundChoice | undefined
}

export interface Refund extends NewRefund {
  readonly id: string
  readonly invoiceId: string
  readonly by: StaffMember
  readonly at: Milliseconds
  /** The part that Medusa knows about: it holds the price, and nothing of a surplus. */
  readonly medusaMinor: bigint
  readonly medusaRefundId: string | null
}

export interface RefundAddress {
  readonly id: string
  readonly invoiceId: string
  readonly address: string
  /** How the buyer was identified: by the secret link of a mail, or signed in. */
  readonly cameBy: "link" | "account"
  readonly at: Milliseconds
}

export interface ReviewableInvoice extends Invoice {
  readonly id: string
  readonly state: InvoiceState
  readonly received: Satoshis
  /** How much of the money from before the order staff have found out about. */
  readonly explained: Satoshis
  /** The part of what was received that is final, and what of that is a surplus which staff have not decided about. */
  readonly settled: Satoshis
  readonly surplusMinor: bigint
  /** When the last successful poll of its address started. */
  readonly lastPollAt: Milliseconds
}

export interface InvoiceDetails<StoredInvoice extends ReviewableInvoice = ReviewableInvoice> {
  readonly invoice: StoredInvoice
  readonly outputs: readonly Output[]
  /** Oldest first. */
  readonly auditEntries: readonly AuditEntry[]
  readonly refunds: readonly Refund[]
  /** Oldest first. The last one applies. */
  readonly refundAddresses: readonly RefundAddress[]
  readonly isNewest: boolean
  readonly isPaidByAnother: boolean
  /** The chain's tip at the last successful poll; null before the first one. */
  readonly tip: { readonly height: number; readonly hash: string } | null
}
