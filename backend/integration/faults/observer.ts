import type { BitcoinPayment } from "@shop/contracts"

/** A quote as a buyer was given it. */
export interface Quote {
  readonly orderId: string
  readonly address: string
  readonly due: bigint
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly confirmations: number
}

/**
 * Whether a payment came in time, as its buyer could know: the network took it before the deadline; or the shop had
 * called the quote expired before it was sent; or in between, where the shop gives the benefit of the doubt or not.
 */
type Timeliness = "in time" | "late" | "in doubt"

export interface Payment {
  readonly txid: string
  /** When the network had it, in milliseconds since 1970. */
  readonly at: number
  readonly timeliness: Timeliness
}

/** One basket and what became of it. */
export interface Sale {
  readonly cartId: string
  /** Every order id that was ever answered for this basket. */
  readonly orderIds: Set<string>
  readonly email: string
  /** Nobody came back after an answer was lost: the order may stand or not. */
  left: boolean
  /** Why there is no order, in the shop's words. */
  refusal: string | null
}

/** What the campaign itself saw: all that the end state is held against, besides the node. */
export interface Observer {
  readonly sales: Sale[]
  readonly quotes: Map<string, Quote>
  readonly payments: Map<string, Payment>
}

export function noteQuote(observer: Observer, orderId: string, bitcoin: BitcoinPayment): Quote {
  const quote = {
    orderId,
    address: bitcoin.address,
    due: BigInt(bitcoin.amountSats),
    expiresAt: Date.parse(bitcoin.expiresAt),
    confirmations: bitcoin.requiredConfirmations,
  }
  observer.quotes.set(quote.address, quote)
  return quote
}
