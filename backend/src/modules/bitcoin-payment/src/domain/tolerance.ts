import { parseMinorUnits } from "./currency"
import { isByHand, type Invoice } from "./invoice"
import { WHOLE, type Millionths } from "./percent"
import { SATOSHIS_PER_BITCOIN, type PriceOfBitcoin } from "./quote"
import { lessSatoshis, satoshis, ZERO, type Satoshis } from "./satoshis"

/** How much may be missing from a price: the smaller of an amount in minor units and a share of the price. */
export interface ToleranceRule {
  readonly minor: bigint
  readonly share: Millionths
}

/** The satoshis that may be missing from a quote, rounded down: never worth more than the rule says. */
export function toleranceOf(
  due: Satoshis,
  { rate, currency }: PriceOfBitcoin,
  rule: ToleranceRule,
): Satoshis {
  const byAmount = (rule.minor * SATOSHIS_PER_BITCOIN) / parseMinorUnits(rate, currency)
  const byShare = (due * rule.share) / WHOLE
  return satoshis(byAmount < byShare ? byAmount : byShare)
}

type Owing = Pick<Invoice, "accepted" | "due" | "tolerance">

/** The satoshis that the order takes: what was due, the short payment that staff accepted, or what had come when they marked it as paid. */
export function takenSatoshis({ accepted, due }: Pick<Owing, "accepted" | "due">): Satoshis {
  if (accepted === null) return due
  const taken = isByHand(accepted) ? accepted.byHand : accepted
  return taken < due ? taken : due
}

/** How many satoshis pay an invoice: the accepted short payment, or what was due less what wallets may round away. */
export function enoughFor({ accepted, due, tolerance }: Owing): Satoshis {
  return typeof accepted === "bigint" && accepted < due ? accepted : lessSatoshis(due, tolerance)
}

/** What is still to be sent of what was due: nothing once enough has come. */
export function remainingOf(invoice: Owing, received: Satoshis): Satoshis {
  return received >= enoughFor(invoice) ? ZERO : lessSatoshis(invoice.due, received)
}
