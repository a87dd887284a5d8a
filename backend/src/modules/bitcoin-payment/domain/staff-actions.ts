import type { Invoice, InvoiceState } from "./invoice"
import type { Satoshis } from "./satoshis"

/** What staff may do with an invoice. */
export const STAFF_ACTIONS = [
  "request_poll",
  "accept",
  "settle_by_hand",
  "new_quote",
  "ask_refund_address",
  "record_refund",
  "keep_surplus",
] as const
export type StaffAction = (typeof STAFF_ACTIONS)[number]

/** Why not. */
export type StaffRefusal =
  | "paid"
  | "paid_by_another"
  | "older_quote"
  | "given_back"
  | "nothing_came"
  | "not_deep_enough"
  | "poll_first"
  | "still_open"
  | "money_came"
  | "nothing_to_refund"
  | "asked_already"
  | "no_surplus"

/** Everything that decides what may be done now. */
export interface Standing extends Pick<Invoice, "captured" | "accepted"> {
  readonly state: InvoiceState
  /** What came and is not lost. */
  readonly received: Satoshis
  /** The part of it that lies deep enough. */
  readonly settled: Satoshis
  /** No later quote was made for the same order. */
  readonly isNewest: boolean
  readonly isPaidByAnother: boolean
  readonly refundablePence: bigint
  /** Came beyond the price, was neither given back nor agreed to be kept. */
  readonly surplusPence: bigint
  readonly wasAskedForAddress: boolean
}

/** Null: it may be done. Total: every action in every standing has an answer. */
export function refusalOf(action: StaffAction, standing: Standing): StaffRefusal | null {
  return RULES[action](standing)
}

/** All that may be done, in the order in which it is offered. */
export function allowedActions(standing: Standing): StaffAction[] {
  return STAFF_ACTIONS.filter((action) => refusalOf(action, standing) === null)
}

type Rule = (standing: Standing) => StaffRefusal | null

/** Each is read from the top: the first line that fits decides. */
const RULES: Record<StaffAction, Rule> = {
  request_poll: () => null,
  accept: (standing) => {
    if (isTaken(standing)) return "paid"
    if (standing.isPaidByAnother) return "paid_by_another"
    if (standing.state === "refunded") return "given_back"
    if (standing.received === 0n) return "nothing_came"
    if (standing.settled < standing.received) return "not_deep_enough"
    return standing.state === "review" || standing.state === "underpaid" ? null : "poll_first"
  },
  settle_by_hand: (standing) => {
    if (isTaken(standing)) return "paid"
    if (standing.isPaidByAnother) return "paid_by_another"
    if (!standing.isNewest) return "older_quote"
    return standing.state === "refunded" ? "given_back" : null
  },
  new_quote: (standing) => {
    if (isTaken(standing)) return "paid"
    if (standing.isPaidByAnother) return "paid_by_another"
    if (!standing.isNewest) return "older_quote"
    if (standing.state === "refunded") return null
    if (standing.received > 0n) return "money_came"
    return standing.state === "awaiting_payment" ? "still_open" : null
  },
  ask_refund_address: (standing) => {
    if (standing.refundablePence === 0n) return "nothing_to_refund"
    return standing.wasAskedForAddress ? "asked_already" : null
  },
  record_refund: (standing) => (standing.refundablePence === 0n ? "nothing_to_refund" : null),
  keep_surplus: (standing) => (standing.captured && standing.surplusPence > 0n ? null : "no_surplus"),
}

/** In the order's books, or on its way there. */
function isTaken({ captured, state }: Standing): boolean {
  return captured || state === "confirmed"
}
