import { parseMinorUnits, type Currency } from "./currency"
import { satoshis, type Satoshis } from "./satoshis"

export const SATOSHIS_PER_BITCOIN = 100_000_000n

/** What one bitcoin costs in a currency, as a decimal string with no more places than the currency has. */
export interface PriceOfBitcoin {
  readonly rate: string
  readonly currency: Currency
}

/**
 * What a price costs in satoshis: `ceil(price × 10⁸ / rate)`, both in minor units, in integers throughout, so that the
 * satoshis are never worth less than the price and never a whole satoshi more.
 * @param priceMinor the price in minor units, a positive integer
 * @throws RangeError when either is not a positive amount
 */
export function quoteSatoshis(priceMinor: bigint, { rate, currency }: PriceOfBitcoin): Satoshis {
  if (priceMinor <= 0n) throw new RangeError(`A price must be above zero, not ${priceMinor}`)
  const rateInMinor = parseMinorUnits(rate, currency)
  const scaled = priceMinor * SATOSHIS_PER_BITCOIN
  return satoshis((scaled + rateInMinor - 1n) / rateInMinor)
}

/**
 * The smallest output that nodes relay to an address, as Bitcoin Core's default policy has it: three times what it costs to
 * spend, so it follows the kind of address. @param address of mainnet or a test network, one that reads
 */
export function dustLimit(address: string): Satoshis {
  if (/^[1mn]/.test(address)) return satoshis(546n)
  return satoshis(/^[32]/.test(address) ? 540n : 294n)
}

/**
 * The smallest price whose quote is no smaller than the dust limit, in minor units: nodes relay no payment below it.
 * It inverts `quoteSatoshis`.
 */
export function leastPrice(dust: Satoshis, { rate, currency }: PriceOfBitcoin): bigint {
  return dust === 0n ? 1n : ((dust - 1n) * parseMinorUnits(rate, currency)) / SATOSHIS_PER_BITCOIN + 1n
}

/**
 * What satoshis are worth at an invoice's rate, in whole minor units, rounded down: what was quoted for a price is worth
 * just that price, and a few satoshis beyond it are worth nothing more.
 */
export function worthInMinorUnits(amount: Satoshis, { rate, currency }: PriceOfBitcoin): bigint {
  return (amount * parseMinorUnits(rate, currency)) / SATOSHIS_PER_BITCOIN
}
