import type { Satoshis } from "./satoshis"

/** Milliseconds since 1970, UTC. */
export type Milliseconds = number

export type InvoiceState =
  | "awaiting_payment"
  | "underpaid"
  | "seen"
  | "confirming"
  | "confirmed"
  | "expired"
  | "review"
  | "cancelled"
  | "refunded"

/** What was promised to the buyer, and what has been done about it since; none of it comes from the chain. */
export interface Invoice {
  readonly due: Satoshis
  readonly pricePence: bigint
  readonly expiresAt: Milliseconds
  /** Its order is closed and its stock is free again: money that comes now needs a person. */
  readonly closed: "expired" | "cancelled" | null
  /** The money was taken into the books. This is never undone by the chain. */
  readonly captured: boolean
  /** What staff took as enough, though it came late or is less than was due; `by_hand`: their word stands for the chain's. */
  readonly accepted: Satoshis | "by_hand" | null
  /** All that had come when staff gave the last of it back; what comes beyond it needs a person again. */
  readonly returned: Satoshis | null
}

/** One `txid:vout` that pays an invoice's address, as the chain source last told it. */
export interface Output {
  readonly txid: string
  readonly vout: number
  readonly amount: Satoshis
  readonly status: "mempool" | "confirmed" | "conflicted" | "gone"
  /** The block it is in; null while it is in none. */
  readonly height: number | null
  /** When it reached the network as far as we can tell: first seen by us, or its block's time if that is earlier. */
  readonly seenAt: Milliseconds
}

/** The last successful poll of the chain that covered this invoice. */
export interface ChainView {
  readonly height: number
  /** When that poll *started*: what arrived before is in it. */
  readonly observedAt: Milliseconds
}

export interface Policy {
  /** Satoshis that may be missing: wallets and exchanges round. */
  readonly tolerance: Satoshis
  /** Outputs below this are ignored (Bitcoin Core's dust limit for P2WPKH is 294). */
  readonly dust: Satoshis
  /** How much longer a buyer who sent too little may send the rest. */
  readonly graceMs: Milliseconds
  /** How long after its end an unpaid quote can be renewed before the order is cancelled and its stock freed. */
  readonly holdMs: Milliseconds
  /** Confirmations by value: the first row whose `below` is above the price counts; null is the last row. */
  readonly confirmations: readonly { readonly belowPence: bigint | null; readonly count: number }[]
}

export type Flag =
  "overpaid" | "late" | "several_transactions" | "dust_ignored" | "replaced" | "undone_after_capture"

export interface Verdict {
  readonly state: InvoiceState
  readonly received: Satoshis
  /** What is still to be sent to the same address. */
  readonly remaining: Satoshis
  /** Depth of the payment as a whole: the most that enough money has. */
  readonly confirmations: number
  readonly required: number
  readonly flags: readonly Flag[]
  /** Until when money counts as in time, grace included. */
  readonly deadline: Milliseconds
}
