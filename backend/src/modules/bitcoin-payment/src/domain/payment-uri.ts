import { formatBitcoin, type Satoshis } from "./satoshis"

/**
 * The BIP 21 link that a wallet opens or scans: `bitcoin:<address>?amount=<bitcoin>&label=<label>`. @param bolt11 a Lightning invoice
 * for exactly this amount, from which the wallet may choose (BIP 321)
 */
export function paymentUri(address: string, amount: Satoshis, label?: string, bolt11?: string): string {
  const name = label === undefined ? "" : `&label=${encodeURIComponent(label)}`
  const lightning = bolt11 === undefined ? "" : `&lightning=${bolt11}`
  return `bitcoin:${address}?amount=${shortest(amount)}${name}${lightning}`
}

/**
 * The content of one code for both rails, by BIP 321. Values that may be are in upper case, which makes the code smaller. Keys
 * are not: some wallets overlook them. @param bolt11 for exactly this amount, or Electrum refuses the code
 */
export function unifiedUri(address: string, amount: Satoshis, bolt11: string): string {
  const isBech32 = address === address.toLowerCase()
  const shown = isBech32 ? address.toUpperCase() : address
  return `bitcoin:${shown}?amount=${shortest(amount)}&lightning=${bolt11.toUpperCase()}`
}

const shortest = (amount: Satoshis) => formatBitcoin(amount).replace(/\.?0+$/, "")
