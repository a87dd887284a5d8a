const RATE_POUNDS_PER_COIN = 40_000n
const SATS_PER_COIN = 100_000_000n

/** "£12.50" → 1250. @throws Error if the text contains no amount */
export function penceIn(text: string): bigint {
  const match = /£([\d,]+)\.(\d\d)/.exec(text)
  if (!match?.[1] || !match[2]) throw new Error(`No amount in pounds in ${JSON.stringify(text)}`)
  return BigInt(match[1].replaceAll(",", "") + match[2])
}

/** 1250n → "£12.50" */
export function inPounds(pence: bigint): string {
  return `£${String(pence / 100n)}.${String(pence % 100n).padStart(2, "0")}`
}

/** At the fixed rate of £40,000 per bitcoin, rounded up. */
export function satsFor(pence: bigint): bigint {
  const ratePence = RATE_POUNDS_PER_COIN * 100n
  return (pence * SATS_PER_COIN + ratePence - 1n) / ratePence
}

/** 31250n → "0.00031250" */
export function eightDecimals(sats: bigint): string {
  return `${String(sats / SATS_PER_COIN)}.${String(sats % SATS_PER_COIN).padStart(8, "0")}`
}
