import { countedParts } from "./arrival"
import { confirmationsOf } from "./confirmations"
import type { Invoice, Output, Policy } from "./invoice"
import type { InvoiceDetails, StaffAction } from "./invoice-details"
import { sumSatoshis, type Satoshis } from "./satoshis"
import type { StoredInvoice } from "./stored-invoice"
import { worthInPence } from "./worth"

/** An invoice's money, in pence at the invoice's own rate. */
export interface InvoiceBalance {
  readonly invoice: Pick<Invoice, "pricePence" | "captured" | "accepted" | "due">
  readonly rate: string
  /** What was received and has enough confirmations. */
  readonly settled: Satoshis
  /** What staff recorded as refunded. */
  readonly refundedPence: bigint
}

export function balanceOf(
  { invoice, outputs, refunds, tip }: InvoiceDetails,
  policy: Policy,
): InvoiceBalance {
  return {
    invoice,
    rate: invoice.rate,
    settled: settledSatoshis(invoice, outputs, tip?.height ?? 0, policy),
    refundedPence: refunds.reduce((sum, { pence }) => sum + pence, 0n),
  }
}

/** The part of an invoice's money that has the confirmations it requires: ours to keep or to refund. */
export function settledSatoshis(
  invoice: Pick<Invoice, "requiredConfirmations" | "createdAt">,
  outputs: readonly Output[],
  height: number,
  policy: Policy,
): Satoshis {
  return sumSatoshis(
    countedParts(invoice, outputs, policy)
      .filter((part) => confirmationsOf(part, height) >= invoice.requiredConfirmations)
      .map(({ amount }) => amount),
  )
}

/** What was received. An invoice marked as paid by staff received at least its price, by some other means. */
export function receivedPence({ invoice, rate, settled }: InvoiceBalance): bigint {
  const worth = worthInPence(settled, rate)
  return invoice.accepted === "by_hand" && worth < invoice.pricePence ? invoice.pricePence : worth
}

/** What Medusa captures: the price, or the worth of a short payment that staff accepted. */
export function capturedPence(
  invoice: Pick<Invoice, "pricePence" | "accepted" | "due">,
  rate: string,
): bigint {
  const { accepted, due, pricePence } = invoice
  return typeof accepted === "bigint" && accepted < due ? worthInPence(accepted, rate) : pricePence
}

/** What may still be refunded: never more than was received. */
export function refundablePence(balance: InvoiceBalance): bigint {
  return atLeastZero(receivedPence(balance) - balance.refundedPence)
}

/** What was received beyond the price and not refunded yet. */
export function surplusPence(balance: InvoiceBalance): bigint {
  return atLeastZero(overpaidPence(balance) - balance.refundedPence)
}

/** What arrived beyond the price, with or without confirmations, in whole pence and whatever was refunded. */
export function arrivedSurplusPence({
  received,
  rate,
  pricePence,
}: Pick<StoredInvoice, "received" | "rate" | "pricePence">): bigint {
  return atLeastZero(worthInPence(received, rate) - pricePence)
}

/** The part of all refunds that Medusa records: it holds the price, and a surplus is refunded first. */
export function medusaRefundPence(balance: InvoiceBalance): bigint {
  if (!balance.invoice.captured) return 0n
  const captured = capturedPence(balance.invoice, balance.rate)
  const beyondSurplus = atLeastZero(balance.refundedPence - overpaidPence(balance))
  return beyondSurplus < captured ? beyondSurplus : captured
}

/** What staff ask the buyer about: the surplus of an order that stands, otherwise all that can be refunded. */
export function owedPence(details: InvoiceDetails, policy: Policy): bigint {
  const balance = balanceOf(details, policy)
  if (details.invoice.captured && details.invoice.closed === "cancelled") return refundablePence(balance)
  const surplus = isSurplusKept(details) ? 0n : surplusPence(balance)
  return surplus > 0n ? surplus : refundablePence(balance)
}

export function isSurplusKept({ auditEntries }: InvoiceDetails): boolean {
  return auditEntries.some(({ action }) => action === "keep_surplus")
}

/** After one of these the money was refunded, or it stays: an address is not needed any more. */
const ENDS_QUESTION: readonly StaffAction[] = ["accept", "settle_by_hand", "record_refund", "keep_surplus"]

/** Whether staff asked for a refund address and have decided nothing about the money since. */
export function isAddressAwaited(details: InvoiceDetails, policy: Policy): boolean {
  const actions = details.auditEntries.map(({ action }) => action)
  const asked = actions.indexOf("ask_refund_address")
  if (asked === -1 || refundablePence(balanceOf(details, policy)) === 0n) return false
  return !actions.slice(asked).some((action) => ENDS_QUESTION.includes(action))
}

function overpaidPence(balance: InvoiceBalance): bigint {
  return atLeastZero(receivedPence(balance) - balance.invoice.pricePence)
}

function atLeastZero(pence: bigint): bigint {
  return pence > 0n ? pence : 0n
}
