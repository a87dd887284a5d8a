import type { BusinessDetails, CheckoutForm } from "@shop/contracts"
import type { BitcoinRateStatus } from "../../api/catalogue"
import { formatPounds, penceOf } from "../../lib/money"

/** Why a method cannot pay this order. */
export interface Unpayable {
  when: "at the moment" | "for this order"
  why: string
}

type Unpayables = Record<CheckoutForm["paymentMethod"], Unpayable | null>

/**
 * Which methods cannot pay an order, by what the shop says of each. Null: the method can, as far as is known.
 * @param total pence; null while it is unknown
 */
export function unpayableMethods(
  total: number | null,
  rate: BitcoinRateStatus | undefined,
  cards: BusinessDetails["cards"],
): Unpayables {
  return {
    bitcoin:
      rate?.isKnown === false
        ? { when: "at the moment", why: rate.reason }
        : tooSmall(total, rate?.least, "Bitcoin"),
    card: tooSmall(total, cards?.least, "cards"),
  }
}

function tooSmall(total: number | null, least: string | undefined, method: string): Unpayable | null {
  if (total === null || least === undefined || total >= penceOf(least)) return null
  return { when: "for this order", why: `The smallest amount for ${method} is ${formatPounds(least)}.` }
}
