import { countedParts } from "./arrival"
import { confirmationsOf } from "./confirmations"
import type { Invoice, Output, Policy } from "./invoice"
import type { InvoiceDetails, StaffAction } from "./invoice-details"
import { sumSatoshis, type Satoshis } from "./satoshis"
import type { StoredInvoice } from "./stored-invoice"
import { worthInMinorUnits, type PriceOfBitcoin } from "./quote"

/** An invoice's money, in minor units of its currency at its own rate. */
export interface InvoiceBalance extends PriceOfBitcoin {
  readonly invoice: Pick<Invoice, "priceMinor" | "captured" | "accepted" | "due">
  /** What was received and has enough confirmations. */
  readonly settled: Satoshis
  /** What staff recorded as refunded. */
  readonly refundedMinor: bigint
}

export function balanceOf(
  { invoice, outputs, refunds, tip }: InvoiceDetails,
  policy: Policy,
): InvoiceBalance {
  return {
    invoice,
    rate: invoice.rate,
    currency: invoice.currency,
    settled: settledSatoshis(invoice, outputs, tip?.height ?? 0, policy),
    refundedMinor: refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
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
export function receivedMinor(balance: InvoiceBalance): bigint {
  const { invoice, settled } = balance
  const worth = worthInMinorUnits(settled, balance)
  return invoice.accepted === "by_hand" && worth < invoice.priceMinor ? invoice.priceMinor : worth
}

/** What Medusa captures: the price, or the worth of a short payment that staff accepted. */
export function capturedMinor(
  invoice: Pick<Invoice, "priceMinor" | "accepted" | "due">,
  price: PriceOfBitcoin,
): bigint {
  const { accepted, due, priceMinor } = invoice
  return typeof accepted === "bigint" && accepted < due ? worthInMinorUnits(accepted, price) : priceMinor
}

/** What may still be refunded: never more than was received. */
export function refundableMinor(balance: InvoiceBalance): bigint {
  return atLeastZero(receivedMinor(balance) - balance.refundedMinor)
}

/** What was received beyond the price and not refunded yet. */
export function surplusMinor(balance: InvoiceBalance): bigint {
  return atLeastZero(overpaidMinor(balance) - balance.refundedMinor)
}

/** What arrived beyond the price, with or without confirmations, in whole minor units and whatever was refunded. */
export function arrivedSurplusMinor(
  invoice: Pick<StoredInvoice, "received" | "rate" | "currency" | "priceMinor">,
): bigint {
  return atLeastZero(worthInMinorUnits(invoice.received, invoice) - invoice.priceMinor)
}

/** The part of all refunds that Medusa records: it holds the price, and a surplus is refunded first. */
export function medusaRefundMinor(balance: InvoiceBalance): bigint {
  if (!balance.invoice.captured) return 0n
  const captured = capturedMinor(balance.invoice, balance)
  const beyondSurplus = atLeastZero(balance.refundedMinor - overpaidMinor(balance))
  return beyondSurplus < captured ? beyondSurplus : captured
}

/** What staff ask the buyer about: the surplus of an order that stands, otherwise all that can be refunded. */
export function owedMinor(details: InvoiceDetails, policy: Policy): bigint {
  const balance = balanceOf(details, policy)
  if (details.invoice.captured && details.invoice.closed === "cancelled") return refundableMinor(balance)
  const surplus = isSurplusKept(details) ? 0n : surplusMinor(balance)
  return surplus > 0n ? surplus : refundableMinor(balance)
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
  if (asked === -1 || refundableMinor(balanceOf(details, policy)) === 0n) return false
  return !actions.slice(asked).some((action) => ENDS_QUESTION.includes(action))
}

function overpaidMinor(balance: InvoiceBalance): bigint {
  return atLeastZero(receivedMinor(balance) - balance.invoice.priceMinor)
}

function atLeastZero(amount: bigint): bigint {
  return amount > 0n ? amount : 0n
}
