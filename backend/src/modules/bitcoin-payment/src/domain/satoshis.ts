export type Satoshis = bigint & { readonly unit: "sat" }

/** Marks an integer as satoshis. @throws RangeError below zero. */
export function satoshis(amount: bigint): Satoshis {
  if (!isSatoshis(amount)) throw new RangeError(`Satoshis cannot be negative: ${amount}`)
  return amount
}

function isSatoshis(amount: bigint): amount is Satoshis {
  return amount >= 0n
}

export const ZERO = satoshis(0n)

export function sumSatoshis(amounts: readonly Satoshis[]): Satoshis {
  return satoshis(amounts.reduce((sum: bigint, amount) => sum + amount, 0n))
}

export function lessSatoshis(left: Satoshis, right: Satoshis): Satoshis {
  return satoshis(left > right ? left - right : 0n)
}

/** Bitcoin with exactly eight decimals, drawn from the integer: `"0.00062500"`. */
export function formatBitcoin(amount: Satoshis): string {
  const digits = amount.toString().padStart(9, "0")
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}
