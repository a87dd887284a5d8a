import type { BitcoinPayment } from "@shop/contracts"
import type { StaffChangePlan } from "./staff-change-plan"

/** A quote as the buyer received it. */
export interface Quote {
  readonly orderId: string
  readonly address: string
  readonly due: bigint
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly confirmations: number
}

/**
 * Whether a payment was in time: the network accepted it before the deadline, or the shop had already shown the quote
 * as over, or the order as cancelled. Between the two, both decisions of the shop are right.
 */
export type Timeliness = "in time" | "late" | "in doubt"

export interface Payment {
  readonly txid: string
  /** When the network accepted it, in milliseconds since 1970. */
  readonly at: number
  /** The limit that decided, in milliseconds since 1970. */
  readonly deadline: number
  readonly timeliness: Timeliness
}

/** A request to cancel an order, in milliseconds since 1970. */
export interface Cancellation {
  readonly by: "buyer" | "staff"
  readonly askedAt: number
  /** Null: there was no answer. */
  isDone: boolean | null
}

/** What staff changed about an order; `isDone` null: an attempt without an answer may have done it. */
export interface StaffChange {
  readonly what: StaffChangePlan["what"]
  isDone: boolean | null
  /** Why the shop refused it, if it did. */
  refusal: string | null
}

/** The shop's page asked for more than was due by the same page, and no message about it was left. */
export interface OverAsked {
  readonly orderId: string
  readonly at: number
  readonly askedPence: number
  readonly duePence: number
}

/** One cart and its outcome. */
export interface Sale {
  readonly cartId: string
  /** Every order id that the shop returned for this cart. */
  readonly orderIds: Set<string>
  readonly email: string
  /** The response was lost and the buyer left: the order may exist or not. */
  left: boolean
  /** The shop's reason why there is no order. */
  refusal: string | null
}

/** What the campaign recorded. The final state is compared with it and with the node. */
export interface Observer {
  readonly sales: Sale[]
  readonly quotes: Map<string, Quote>
  readonly payments: Map<string, Payment>
  /** The orders whose card the processor charged, by id. `in doubt`: the order may have been over. */
  readonly charges: Map<string, Timeliness>
  /** By order id. */
  readonly cancellations: Map<string, Cancellation>
  /** What staff sent back in Bitcoin, in satoshis, by the address that had received it. */
  readonly refunds: Map<string, bigint>
  /** The orders whose confirmed payment staff sent back while it was not captured yet, by id. */
  readonly refundedBeforeCapture: Set<string>
  /** The orders that staff changed, or tried to, by id. */
  readonly changes: Map<string, StaffChange>
  /** How many readings of changed orders could be judged. */
  readings: number
  readonly overAsked: OverAsked[]
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
