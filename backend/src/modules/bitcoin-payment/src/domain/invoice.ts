import type { PriceOfBitcoin } from "./quote"
import type { Satoshis } from "./satoshis"
import type { WorkingDays } from "./working-time"

/** Milliseconds since 1970, UTC. */
export type Milliseconds = number

export const INVOICE_STATES = [
  "awaiting_payment",
  "underpaid",
  "seen",
  "confirming",
  "confirmed",
  "expired",
  "review",
  "cancelled",
  "refunded",
] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

/** How its order stopped waiting. `superseded`: it is to be paid in another way, or another quote paid it. */
export const CLOSED_HOW = ["expired", "cancelled", "superseded"] as const
export type ClosedHow = (typeof CLOSED_HOW)[number]

/** Staff confirmed the payment instead of the blockchain. */
export interface ByHand {
  /** How much of what was due had come in Bitcoin: what comes beyond it is a surplus. */
  readonly byHand: Satoshis
}

export const isByHand = (accepted: Invoice["accepted"]): accepted is ByHand =>
  typeof accepted === "object" && accepted !== null

/** What was promised to the buyer, and what has been done about it since; none of it comes from the chain. */
export interface Invoice extends PriceOfBitcoin {
  readonly due: Satoshis
  /** How much of it may be missing, by the rules of the moment when the invoice was opened: wallets and exchanges round. */
  readonly tolerance: Satoshis
  readonly priceMinor: bigint
  readonly createdAt: Milliseconds
  readonly expiresAt: Milliseconds
  /** Money that is in no block by then does not count at the quoted rate: the buyer could wait for the rate to move. */
  readonly firstBlockBy: Milliseconds
  /** How many confirmations the payment needs, by the rules of the moment when the invoice was opened. */
  readonly requiredConfirmations: number
  /** Its order does not wait for it any more: money that comes now needs a person. */
  readonly closed: ClosedHow | null
  /** The money was taken into the books. This is never undone by the chain. */
  readonly captured: boolean
  /** What staff took as enough, though it came late or short: what was due, unless less than enough had come. */
  readonly accepted: Satoshis | ByHand | null
  /** All that had come when staff gave the last of it back; what comes beyond it needs a person again. */
  readonly returned: Satoshis | null
  /** How much beyond what the order took staff have refunded or agreed to keep; what comes beyond it needs a person again. */
  readonly decidedSurplusMinor: bigint
}

/** One `txid:vout` that pays an invoice's address, as the chain source last told it, or a Lightning payment. */
export interface Output {
  /** Of a Lightning payment its hash, with output 0. */
  readonly txid: string
  readonly vout: number
  readonly amount: Satoshis
  /** `settled`: by Lightning, and final at once. */
  readonly status: "mempool" | "confirmed" | "conflicted" | "gone" | "settled"
  /** The block it is in; null while it is in none. */
  readonly height: number | null
  /** When it reached the network as far as we can tell. Before the invoice's opening: it was not sent for this order. */
  readonly seenAt: Milliseconds
  /** When it was first in a block. A reorganisation that takes it out does not change this. */
  readonly firstBlockAt: Milliseconds | null
  /** The outputs of the same invoice, `txid:vout`, that vanished in the poll that found this one first. */
  readonly replaces: readonly string[]
  /** What the verdicts took of it at the quote's rate; none: no verdict has found it in a block. */
  readonly inTime?: Satoshis | null
}

export function outputKey({ txid, vout }: Pick<Output, "txid" | "vout">): string {
  return `${txid}:${vout}`
}

export function isLive({ status }: Pick<Output, "status">): boolean {
  return status === "mempool" || status === "confirmed" || status === "settled"
}

export function isByLightning({ status }: Pick<Output, "status">): boolean {
  return status === "settled"
}

export interface ChainView {
  readonly height: number
  /** When that poll *started*: what arrived before is in it. */
  readonly observedAt: Milliseconds
}

export interface Policy {
  /** Outputs below this are ignored: no node relays them to any address of ours (`dustLimit`). */
  readonly dust: Satoshis
  readonly graceMs: Milliseconds
  /** How long after the quote's end the stock of an unpaid order stays reserved, and a quote can be renewed. */
  readonly holdMs: Milliseconds
  /** How much longer it stays reserved while staff decide about money that came late or short, in time of working days. */
  readonly caseMs: Milliseconds
  readonly workingDays: WorkingDays
}

export type Flag =
  | "overpaid"
  /** In full by Lightning, and in full on the chain. */
  | "paid_twice"
  /** The source knew an output before the invoice was opened. It never counts. */
  | "sent_before_order"
  | "late"
  /** Sent in time, and in no block by `firstBlockBy`. */
  | "unconfirmed_too_long"
  | "several_transactions"
  | "dust_ignored"
  | "replaced"
  | "undone_after_capture"
  /** More came after all of the money was returned. */
  | "paid_after_refund"
  | "order_cancelled"
  | "superseded"
  /** Less than enough, and no more is expected. */
  | "short"

export interface Verdict {
  readonly state: InvoiceState
  readonly received: Satoshis
  /** The part of it that has the confirmations it requires. */
  readonly settled: Satoshis
  /** What of that part came beyond what the order takes, and staff have not decided about. */
  readonly surplusMinor: bigint
  /** What is still to be sent to the same address; nothing once enough has come. */
  readonly remaining: Satoshis
  /** Depth of the payment as a whole: the most that enough money has. */
  readonly confirmations: number
  readonly required: number
  readonly flags: readonly Flag[]
  /** Until when money counts as in time, grace included. */
  readonly deadline: Milliseconds
  /** By output, where it is not known yet: what the quote's rate is for, in the books too. */
  readonly inTime: ReadonlyMap<string, Satoshis>
}
