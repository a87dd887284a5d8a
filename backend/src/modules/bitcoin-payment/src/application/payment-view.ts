import { formatMinorUnits, parseMinorUnits } from "../domain/currency"
import type { InvoiceState, Milliseconds, Policy } from "../domain/invoice"
import { isPayable } from "../domain/lightning"
import { paymentUri, unifiedUri } from "../domain/payment-uri"
import { dustLimit } from "../domain/quote"
import { surplusSats } from "../domain/refunds"
import { formatBitcoin } from "../domain/satoshis"
import type { StoredInvoice } from "../domain/stored-invoice"
import type { StoredLightningInvoice } from "../repository/lightning"
import { remainingOf } from "../domain/tolerance"

/** Amounts are digits; times ISO 8601 in UTC. `expiresAt` ends the quote; a partial payment's rest has until `payableUntil`. */
export interface BitcoinPayment {
  address: string
  /** What the quote is for: what is due of the order may have changed since. A decimal. */
  price: string
  /** The price of one bitcoin in the quote. A decimal. */
  rate: string
  amountSats: string
  amountBtc: string
  /** BIP 21 */
  uri: string
  expiresAt: string
  payableUntil: string
  state: InvoiceState
  receivedSats: string
  /** The amount still due, "0" once enough has come. A remainder below the dust limit is raised to it, because wallets cannot send less. */
  remainingSats: string
  /** What has its confirmations beyond the price, and staff have neither refunded nor agreed to keep. */
  surplusSats: string
  confirmations: number
  requiredConfirmations: number
  isPaidByLightning: boolean
  /** How it can be paid by Lightning now: in full, until the quote ends. Null: on the chain only. */
  lightning: LightningPayment | null
}

interface LightningPayment {
  /** BOLT 11, in lower case as links have it. */
  invoice: string
  /** BIP 321: one code for both rails. Only its values are in upper case, because some wallets overlook other keys. */
  unifiedUri: string
  /** The link of both rails. */
  link: string
  expiresAt: string
}

/** @param lightning its Lightning half, if there is one */
export function paymentView(
  invoice: StoredInvoice,
  policy: Policy,
  label: string,
  lightning: StoredLightningInvoice | null,
  now: Milliseconds,
): BitcoinPayment {
  const missing = remainingOf(invoice, invoice.received)
  const least = dustLimit(invoice.address)
  const remaining = missing > 0n && missing < least ? least : missing
  const payableUntil = invoice.expiresAt + (invoice.state === "underpaid" ? policy.graceMs : 0)
  return {
    address: invoice.address,
    price: formatMinorUnits(invoice.priceMinor, invoice.currency),
    rate: formatMinorUnits(parseMinorUnits(invoice.rate, invoice.currency), invoice.currency),
    amountSats: invoice.due.toString(),
    amountBtc: formatBitcoin(invoice.due),
    uri: paymentUri(invoice.address, remaining > 0n ? remaining : invoice.due, label),
    expiresAt: new Date(invoice.expiresAt).toISOString(),
    payableUntil: new Date(payableUntil).toISOString(),
    state: invoice.state,
    receivedSats: invoice.received.toString(),
    remainingSats: remaining.toString(),
    surplusSats: surplusSats(invoice).toString(),
    confirmations: invoice.confirmations,
    requiredConfirmations: invoice.requiredConfirmations,
    isPaidByLightning: lightning !== null && lightning.settledAt !== null,
    lightning:
      lightning === null || !isPayable(invoice, lightning, now)
        ? null
        : {
            invoice: lightning.bolt11,
            unifiedUri: unifiedUri(invoice.address, invoice.due, lightning.bolt11),
            link: paymentUri(invoice.address, invoice.due, label, lightning.bolt11),
            expiresAt: new Date(lightning.expiresAt).toISOString(),
          },
  }
}
