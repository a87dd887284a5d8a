import type { Invoice } from "./invoice"
import type { Satoshis } from "./satoshis"
import { worthInPence } from "./worth"

/** What decides how much of an invoice's money can go back. All in pence at the invoice's own rate. */
export interface InvoiceBalance {
  readonly invoice: Pick<Invoice, "pricePence" | "captured" | "accepted" | "due">
  readonly rate: string
  /** What came and lies deep enough. */
  readonly settled: Satoshis
  /** What staff recorded as given back. */
  readonly refundedPence: bigint
}

/** What came. Settled by hand, the price came, on whatever road. */
export function receivedPence({ invoice, rate, settled }: InvoiceBalance): bigint {
  const worth = worthInPence(settled, rate)
  return invoice.accepted === "by_hand" && worth < invoice.pricePence ? invoice.pricePence : worth
}

/** What the order's books take for it: its price, or the worth of a short payment that staff accepted. */
export function capturedPence(
  invoice: Pick<Invoice, "pricePence" | "accepted" | "due">,
  rate: string,
): bigint {
  const { accepted, due, pricePence } = invoice
  return typeof accepted === "bigint" && accepted < due ? worthInPence(accepted, rate) : pricePence
}

/** What may still go back: never more than came. */
export function refundablePence(balance: InvoiceBalance): bigint {
  return atLeastNothing(receivedPence(balance) - balance.refundedPence)
}

/** What came beyond the price and was not given back yet. */
export function surplusPence(balance: InvoiceBalance): bigint {
  return atLeastNothing(overpaidPence(balance) - balance.refundedPence)
}

/**
 * How much of all that was given back belongs into the order's books: they hold the price and know nothing of a
 * surplus, which goes back first.
 */
export function medusaRefundPence(balance: InvoiceBalance): bigint {
  if (!balance.invoice.captured) return 0n
  const taken = capturedPence(balance.invoice, balance.rate)
  const beyond = atLeastNothing(balance.refundedPence - overpaidPence(balance))
  return beyond < taken ? beyond : taken
}

function overpaidPence(balance: InvoiceBalance): bigint {
  return atLeastNothing(receivedPence(balance) - balance.invoice.pricePence)
}

function atLeastNothing(pence: bigint): bigint {
  return pence > 0n ? pence : 0n
}
