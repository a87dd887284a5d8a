import { formatBitcoin, type Satoshis } from "./satoshis"

/** BIP21: `bitcoin:<address>?amount=<bitcoin>&label=<label>`. */
export function paymentUri(address: string, amount: Satoshis, label: string): string {
  const bitcoin = formatBitcoin(amount).replace(/\.?0+$/, "")
  return `bitcoin:${address}?amount=${bitcoin}&label=${encodeURIComponent(label)}`
}
