import { dustLimit, quoteSatoshis, type PriceOfBitcoin } from "./quote"
import { satoshis, type Satoshis } from "./satoshis"

/** What a refund returns of what was paid: the same satoshis, or satoshis of the same worth today. */
export const REFUND_BASES = ["satoshis", "money"] as const
export type RefundBasis = (typeof REFUND_BASES)[number]

/** What of a payment is final and not refunded. */
export interface Refundable {
  readonly leftMinor: bigint
  readonly leftSats: Satoshis
  /** The part of both that came beyond what the order takes: it is refunded first, and as the satoshis that came. */
  readonly surplusMinor: bigint
  readonly surplusSats: Satoshis
}

/** The satoshis of a refund. @param today the rate at which they are worth the amount; null: the share that was paid for it */
export function refundSatoshis(
  left: Refundable,
  amountMinor: bigint,
  today: PriceOfBitcoin | null,
): Satoshis {
  const { surplus, price, priceMinor } = surplusFirst(left, amountMinor)
  return satoshis(surplus + (today === null || priceMinor === 0n ? price : quoteSatoshis(priceMinor, today)))
}

/** Where the same worth needs more than this many times what was paid, a figure is wrong. */
const MOST_TIMES = 4n

/** The most that a refund of this amount can be: of a surplus never more than what came. */
export function mostSatoshis(left: Refundable, amountMinor: bigint, basis: RefundBasis): Satoshis {
  if (basis === "satoshis") return left.leftSats
  const { surplus, price } = surplusFirst(left, amountMinor)
  return satoshis(surplus + price * MOST_TIMES)
}

/** Whether a refund can be so many satoshis. @param address where they go on the chain; null: another way, or not known yet */
export function isSendable(
  left: Refundable,
  amountMinor: bigint,
  { sats, basis, address }: { sats: Satoshis; basis: RefundBasis; address: string | null },
): boolean {
  return (
    sats >= (address === null ? 1n : dustLimit(address)) && sats <= mostSatoshis(left, amountMinor, basis)
  )
}

function surplusFirst(left: Refundable, amountMinor: bigint) {
  const ofSurplus = amountMinor < left.surplusMinor ? amountMinor : left.surplusMinor
  const priceMinor = amountMinor - ofSurplus
  return { ...satoshisFor(left, ofSurplus, priceMinor), priceMinor }
}

/** The satoshis that were paid for so much of the surplus and so much of the price: pounds may have paid that in another way. */
export function satoshisFor(
  { leftMinor, leftSats, surplusMinor, surplusSats }: Refundable,
  ofSurplus: bigint,
  ofPrice: bigint,
): { readonly surplus: bigint; readonly price: bigint } {
  return {
    surplus: shareOf(surplusSats, ofSurplus, surplusMinor),
    price: shareOf(leftSats - surplusSats, ofPrice, leftMinor - surplusMinor),
  }
}

function shareOf(sats: bigint, part: bigint, whole: bigint): bigint {
  return whole === 0n ? 0n : (sats * part) / whole
}
