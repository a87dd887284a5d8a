import type { Satoshis } from "./satoshis"

/** What one transaction pays to one buyer. */
export interface Payout {
  readonly address: string
  readonly sats: Satoshis
}

/** An output of the shop's wallet, and the index of the address that it is on. */
export interface Coin {
  readonly txid: string
  readonly vout: number
  readonly amount: Satoshis
  readonly index: number
}

export interface RefundRequest {
  readonly coins: readonly Coin[]
  readonly payouts: readonly Payout[]
  /** Whole satoshis per virtual byte. */
  readonly feeRate: number
  readonly changeIndex: number
}

export interface PreparedTransaction {
  /** BIP174, in base64. */
  readonly psbt: string
  readonly coins: readonly Coin[]
  readonly fee: Satoshis
  /** What goes back to the wallet; 0: nothing. */
  readonly change: Satoshis
}

/** What a wallet signed: the transaction in hex, or why it is not the prepared one. */
export type SignedReading =
  | { readonly ok: true; readonly hex: string }
  | { readonly ok: false; readonly reason: "not_a_transaction" | "unsigned" | "other_transaction" }

/** In satoshis per virtual byte. Beyond the upper one it is a slip of the keyboard. */
export const FEE_RATES = { least: 1, most: 500 }

/** How staff read what became of a payout; otherwise the code of the rejection: it was sent, and could not be recorded. */
export const RECORDED = "recorded"
export const UNPAID = "unpaid"

/** The payouts that a transaction makes: each needs an output of its own, with exactly its address and amount. */
export function paidBy<One extends Payout>(
  payouts: readonly One[],
  outputs: readonly { readonly address: string | null; readonly amount: Satoshis }[],
): One[] {
  const left = [...outputs]
  return payouts.filter(({ address, sats }) => {
    const position = left.findIndex((output) => output.address === address && output.amount === sats)
    if (position === -1) return false
    left.splice(position, 1)
    return true
  })
}
