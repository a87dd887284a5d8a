import { quoteSatoshis, type PriceOfBitcoin } from "./quote"
import { satoshis, type Satoshis } from "./satoshis"

/** What a refund returns of what was paid: the same satoshis, or satoshis of the same worth today. */
export const REFUND_BASES = ["satoshis", "money"] as const
export type RefundBasis = (typeof REFUND_BASES)[number]

/** What of a payment is final and not refunded. */
export interface Refundable {
  readonly leftMinor: bigint
  readonly leftSats: Satoshis
  /** The part of it that came beyond what the order takes: it is refunded first, and as the satoshis that came. */
  readonly surplusMinor: bigint
}

/** The satoshis of a refund. @param today the rate at which they are worth the amount; null: the share that was paid for it */
export function refundSatoshis(
  { leftMinor, leftSats, surplusMinor }: Refundable,
  amountMinor: bigint,
  today: PriceOfBitcoin | null,
): Satoshis {
  if (leftMinor === 0n) return leftSats
  const asPaid = today === null || amountMinor < surplusMinor ? amountMinor : surplusMinor
  const share = (leftSats * asPaid) / leftMinor
  return satoshis(
    today === null || asPaid === amountMinor ? share : share + quoteSatoshis(amountMinor - asPaid, today),
  )
}

/** Where the same worth needs more than this many times what was paid, a figure is wrong. */
const MOST_TIMES = 4n

/** The most that a refund of this amount can be. */
export function mostSatoshis(refundable: Refundable, amountMinor: bigint, basis: RefundBasis): Satoshis {
  if (basis === "satoshis") return refundable.leftSats
  return satoshis(refundSatoshis(refundable, amountMinor, null) * MOST_TIMES)
}
