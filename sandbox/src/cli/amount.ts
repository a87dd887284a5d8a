const SATS_PER_BITCOIN = 100_000_000n

/**
 * Parses an amount into satoshis: `0.0025` and `0.0025btc` are bitcoin, `5000sats` are satoshis. Uses integers only.
 * @returns undefined for anything else, and for more than 21 million bitcoin
 */
export function parseAmount(text: string): bigint | undefined {
  const asSats = /^([\d_,]+)\s*sats?$/i.exec(text.trim())
  if (asSats?.[1] !== undefined) return inRange(BigInt(asSats[1].replace(/[_,]/g, "") || "0"))
  const asBitcoin = /^(\d{1,8})(?:\.(\d{1,8}))?\s*(?:btc)?$/i.exec(text.trim())
  if (asBitcoin?.[1] === undefined) return undefined
  return inRange(BigInt(asBitcoin[1]) * SATS_PER_BITCOIN + BigInt((asBitcoin[2] ?? "").padEnd(8, "0")))
}

function inRange(sats: bigint): bigint | undefined {
  return sats > 0n && sats <= 21_000_000n * SATS_PER_BITCOIN ? sats : undefined
}

/** With eight decimals. */
export function toBitcoin(sats: bigint): string {
  return `${sats / SATS_PER_BITCOIN}.${String(sats % SATS_PER_BITCOIN).padStart(8, "0")}`
}
