import { satoshis, type Satoshis } from "./satoshis"

const SATOSHIS_PER_BITCOIN = 100_000_000n

/**
 * What a price costs in satoshis: `ceil(pence × 10⁸ / rate in pence)`, in integers throughout, so that the
 * satoshis are never worth less than the price and never a whole satoshi more.
 * @param pence the price, a positive integer
 * @param rate pounds for one bitcoin as a decimal string with at most two places
 * @throws RangeError when either is not a positive amount
 */
export function quoteSatoshis(pence: bigint, rate: string): Satoshis {
  if (pence <= 0n) throw new RangeError(`A price must be above zero, not ${pence} pence`)
  const rateInPence = parseRate(rate)
  const scaled = pence * SATOSHIS_PER_BITCOIN
  return satoshis((scaled + rateInPence - 1n) / rateInPence)
}

/** Pounds as a decimal string, to pence. @throws RangeError when it is not a positive decimal with at most two places. */
export function parseRate(rate: string): bigint {
  const [whole = "", fraction = ""] = /^\d{1,9}(\.\d{1,2})?$/.test(rate) ? rate.split(".") : []
  const pence = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"))
  if (pence <= 0n) throw new RangeError(`Not a rate in pounds: '${rate}'`)
  return pence
}
