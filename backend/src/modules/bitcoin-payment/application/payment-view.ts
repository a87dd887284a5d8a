import type { BitcoinPayment } from "@shop/contracts"
import { requiredConfirmations } from "../domain/confirmations"
import type { Policy } from "../domain/invoice"
import { paymentUri } from "../domain/payment-uri"
import { formatBitcoin, lessSatoshis } from "../domain/satoshis"
import type { StoredInvoice } from "../ports/ledger"

/** What the buyer may know of an invoice; the URI asks for what is still missing. */
export function paymentView(invoice: StoredInvoice, policy: Policy, label: string): BitcoinPayment {
  const remaining = lessSatoshis(invoice.due, invoice.received)
  return {
    address: invoice.address,
    amountSats: invoice.due.toString(),
    amountBtc: formatBitcoin(invoice.due),
    uri: paymentUri(invoice.address, remaining > 0n ? remaining : invoice.due, label),
    expiresAt: new Date(invoice.expiresAt).toISOString(),
    state: invoice.state,
    receivedSats: invoice.received.toString(),
    remainingSats: remaining.toString(),
    confirmations: invoice.confirmations,
    requiredConfirmations: requiredConfirmations(invoice.pricePence, policy),
  }
}
