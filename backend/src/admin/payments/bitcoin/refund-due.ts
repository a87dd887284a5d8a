import type { PaymentInvoice, PaymentPanel } from "@shop/contracts/staff-payments"
import { formatBitcoin } from "@shop/contracts"

type Money = Pick<PaymentInvoice, "refundablePence" | "refundableSats" | "surplusPence">
type Status = Pick<PaymentPanel["paymentStatus"], "isCancelled" | "outstandingPence">

export interface RefundDue {
  pence: number
  sats: string
  /** False: staff decide how much of it goes back. */
  isKnown: boolean
}

/**
 * What goes back to the buyer: all of a cancelled order, the surplus, what Medusa's order owes after a return, or at most all
 * that is left. In satoshis it is the same share of those that are left, rounded down.
 */
export function refundDue(
  { refundablePence, refundableSats, surplusPence }: Money,
  { isCancelled, outstandingPence }: Status,
): RefundDue {
  const owed = isCancelled
    ? refundablePence
    : surplusPence > 0
      ? surplusPence
      : Math.max(0, -outstandingPence)
  const isKnown = owed > 0
  const pence = isKnown ? Math.min(owed, refundablePence) : refundablePence
  const sats =
    pence === refundablePence
      ? refundableSats
      : ((BigInt(refundableSats) * BigInt(pence)) / BigInt(refundablePence)).toString()
  return { pence, sats, isKnown }
}

/** BIP 21: what a wallet opens or scans to send this amount. */
export function paymentUri(address: string, sats: string): string {
  return `bitcoin:${address}?amount=${formatBitcoin(BigInt(sats))}`
}
