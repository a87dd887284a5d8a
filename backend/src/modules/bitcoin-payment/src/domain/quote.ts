import { parseMinorUnits, type Currency } from "./currency"
import { satoshis, type Satoshis } from "./satoshis"

export const SATOSHIS_PER_BITCOIN = 100_000_000n

/** What one bitcoin costs in a currency, as a decimal string with no more places than the currency has. */
export interface PriceOfBitcoin {
  readonly rate: string
  readonly currency: Currency
}

/**
 * `ceil(price × 10⁸ / rate)`, both in minor units, in integers throughout: the satoshis are never worth less than the price and
 * never a whole satoshi more. @throws RangeError when either is not a positive amount
 */
export function quoteSatoshis(priceMinor: bigint, { rate, currency }: PriceOfBitcoin): Satoshis {
  if (priceMinor <= 0n) throw new RangeError(`A price must be above zero, not ${priceMinor}`)
  const rateInMinor = parseMinorUnits(rate, currency)
  const scaled = priceMinor * SATOSHIS_PER_BITCOIN
  return satoshis((scaled + rateInMinor - 1n) / rateInMinor)
}

/** Of the kind of address that needs the most. */
export const DUST_OF_ANY_ADDRESS = satoshis(546n)

/** The smallest output that nodes relay to the kind of address, by Bitcoin Core's policy: three times the cost to spend it. */
export function dustLimit(address: string): Satoshis {
  if (/^[1mn]/.test(address)) return DUST_OF_ANY_ADDRESS
  if (/^[32]/.test(address)) return satoshis(540n)
  // Programs of 32 bytes (P2WSH, P2TR) have longer addresses than those of 20.
  return satoshis(address.length > 50 ? 330n : 294n)
}

/** In minor units: the smallest price whose quote is no smaller than the dust limit. It inverts `quoteSatoshis`. */
export function leastPrice(dust: Satoshis, { rate, currency }: PriceOfBitcoin): bigint {
  return dust === 0n ? 1n : ((dust - 1n) * parseMinorUnits(rate, currency)) / SATOSHIS_PER_BITCOIN + 1n
}

/** Whole minor units, rounded down: a quote is worth just its price, and a few satoshis beyond it are worth nothing more. */
export function worthInMinorUnits(amount: Satoshis, { rate, currency }: PriceOfBitcoin): bigint {
  return (amount * parseMinorUnits(rate, currency)) / SATOSHIS_PER_BITCOIN
}
