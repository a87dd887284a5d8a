import { parseRate } from "./quote"
import type { Satoshis } from "./satoshis"

const SATOSHIS_PER_BITCOIN = 100_000_000n

/**
 * What satoshis are worth at an invoice's rate, in whole pence, rounded down: what was quoted for a price is worth just
 * that price, and a few satoshis beyond it are worth nothing more.
 * @param rate pounds for one bitcoin as a decimal string with at most two places
 */
export function worthInPence(amount: Satoshis, rate: string): bigint {
  return (amount * parseRate(rate)) / SATOSHIS_PER_BITCOIN
}
