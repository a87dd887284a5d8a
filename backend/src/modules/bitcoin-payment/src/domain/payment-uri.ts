import { formatBitcoin, type Satoshis } from "./satoshis"

/** The BIP21 link a wallet opens: `bitcoin:<address>?amount=<bitcoin>&label=<label>`. */
export function paymentUri(address: string, amount: Satoshis, label: string): string {
  const bitcoin = formatBitcoin(amount).replace(/\.?0+$/, "")
  return `bitcoin:${address}?amount=${bitcoin}&label=${encodeURIComponent(label)}`
}
