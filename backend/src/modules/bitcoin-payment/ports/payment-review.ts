import type { Effect } from "../domain/effects"
import type { Invoice, Output, Verdict } from "../domain/invoice"
import type { Satoshis } from "../domain/satoshis"
import type { StaffAction } from "../domain/staff-actions"
import type { Tip } from "./chain-source"
import type { InvoiceRequest, StoredInvoice, Wallet } from "../domain/stored-invoice"

/** Who decides. */
export interface StaffMember {
  readonly id: string
  readonly email: string
}

/** What a member of staff asks for: one press of a button, and why. */
export interface StaffCommand {
  /** Of this press: however often it arrives, it is done once. */
  readonly idempotencyKey: string
  readonly by: StaffMember
  readonly reason: string | null
}

/** A line of the record of what staff did. */
export interface AuditEntry {
  readonly action: StaffAction
  readonly idempotencyKey: string
  readonly by: StaffMember
  readonly reason: string | null
  readonly detail: Readonly<Record<string, string>>
  readonly at: number
}

/** How money went back: in bitcoin with what was sent, or in pounds as was agreed. */
export type RefundMethod =
  | { readonly kind: "bitcoin"; readonly sats: Satoshis; readonly address: string; readonly txid: string }
  | { readonly kind: "pounds" }

export interface RefundToRecord {
  readonly method: RefundMethod
  /** What of the payment it settles, at the invoice's rate. */
  readonly pence: bigint
  readonly note: string | null
}

export interface Refund extends RefundToRecord {
  readonly id: string
  readonly invoiceId: string
  readonly by: StaffMember
  readonly at: number
  /** The part of it that the order's books hold. */
  readonly medusaPence: bigint
  readonly medusaRefundId: string | null
  /** When Medusa and the buyer were told. */
  readonly recordedAt: number | null
  readonly lastError: string | null
}

/** Where a buyer wants their money back, as they said it once. */
export interface RefundAddress {
  readonly id: string
  readonly invoiceId: string
  readonly address: string
  /** How they got in: by the secret link of a mail, or signed in. */
  readonly cameBy: "link" | "account"
  readonly at: number
}

/** One invoice with everything that staff decide by. */
export interface InvoiceDetails {
  readonly invoice: StoredInvoice
  readonly outputs: readonly Output[]
  readonly auditEntries: readonly AuditEntry[]
  readonly refunds: readonly Refund[]
  /** The buyer's words, the first first; the last holds. */
  readonly refundAddresses: readonly RefundAddress[]
  readonly isNewest: boolean
  readonly isPaidByAnother: boolean
  /** Of the last good poll; null: there was none yet. */
  readonly tip: Tip | null
}

/** What a decision changes about an invoice. */
export type InvoiceChange = Partial<Pick<Invoice, "accepted" | "closed" | "returned">>

/** Writes what was decided, in the transaction that holds the file. */
export interface ReviewTransaction {
  addAuditEntry(entry: Omit<AuditEntry, "at">): Promise<void>
  addRefund(
    refund: Omit<Refund, "id" | "invoiceId" | "at" | "medusaRefundId" | "recordedAt" | "lastError">,
  ): Promise<void>
  addRefundAddress(given: Pick<RefundAddress, "address" | "cameBy">): Promise<void>
  /** Stores the change with what it means now, and takes the invoice's case out of the inbox in their name. */
  change(
    change: InvoiceChange,
    verdict: Verdict,
    effects: readonly Effect[],
    by: StaffMember,
    cause: string,
  ): Promise<void>
  /** Opens the order's next invoice, at the wallet's next address. */
  openNext(wallet: Wallet, request: InvoiceRequest, addressAt: (index: number) => string): Promise<void>
}

/** Where staff's decisions are kept. */
export interface PaymentReview {
  /**
   * Runs `work` on an invoice's file while nobody else (no other member of staff, no watcher) changes any invoice of
   * its order; all that it writes is kept, or nothing. Null: there is no such invoice.
   */
  withInvoiceLocked<Result>(
    invoiceId: string,
    work: (file: InvoiceDetails, tx: ReviewTransaction) => Promise<Result>,
  ): Promise<Result | null>
  /** All files of an order, the newest quote first. */
  detailsOfOrder(orderId: string): Promise<InvoiceDetails[]>
  /** Has all addresses of an order looked at in the next look. */
  requestPoll(orderId: string): Promise<void>
  /** Refunds that Medusa or the buyer was not told of yet and whose turn it is, the oldest first. */
  unrecordedRefunds(now: number): Promise<{ readonly refund: Refund; readonly invoice: StoredInvoice }[]>
  /** Binds Medusa's refund to a recorded one of the same session and amount that has none; false: there is no such. */
  admitRefund(sessionId: string, pence: bigint, medusaRefundId: string): Promise<boolean>
  /** Forgets a binding to a refund that Medusa does not have after all. */
  releaseRefund(refundId: string): Promise<void>
  /** Refund addresses of which buyer and staff have yet to hear, the oldest first. */
  unnotifiedAddresses(): Promise<{ readonly given: RefundAddress; readonly orderId: string }[]>
  markAddressNotified(id: string): Promise<void>
  /** Whether the shop gave this address out to be paid at. */
  isShopAddress(address: string): Promise<boolean>
  markRefundRecorded(refundId: string): Promise<void>
  markRefundFailed(refundId: string, reason: string): Promise<void>
}
