import type { Invoice, InvoiceState } from "./invoice"
import type { Satoshis } from "./satoshis"

/** What staff may do with an invoice. */
export const STAFF_ACTIONS = [
  "request_poll",
  "accept",
  "settle_by_hand",
  "renew_quote",
  "ask_refund_address",
  "record_refund",
  "keep_surplus",
] as const
export type StaffAction = (typeof STAFF_ACTIONS)[number]

/** Why not. */
export type StaffRejection =
  | "paid"
  | "paid_by_another"
  | "older_quote"
  | "refunded"
  | "nothing_received"
  | "not_confirmed"
  | "poll_first"
  | "still_open"
  | "money_received"
  | "nothing_to_refund"
  | "already_asked"
  | "no_surplus"

/** Everything that decides what may be done now. */
export interface ActionContext extends Pick<Invoice, "captured" | "accepted"> {
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
  readonly isAddressRequested: boolean
}

/** Null: it may be done. Total: every action in every context has an answer. */
export function rejectionOf(action: StaffAction, context: ActionContext): StaffRejection | null {
  return RULES[action](context)
}

/** All that may be done, in the order in which it is offered. */
export function allowedActions(context: ActionContext): StaffAction[] {
  return STAFF_ACTIONS.filter((action) => rejectionOf(action, context) === null)
}

type Rule = (context: ActionContext) => StaffRejection | null

/** Each is read from the top: the first line that fits decides. */
const RULES: Record<StaffAction, Rule> = {
  request_poll: () => null,
  accept: (context) => {
    if (isPaid(context)) return "paid"
    if (context.isPaidByAnother) return "paid_by_another"
    if (context.state === "refunded") return "refunded"
    if (context.received === 0n) return "nothing_received"
    if (context.settled < context.received) return "not_confirmed"
    return context.state === "review" || context.state === "underpaid" ? null : "poll_first"
  },
  settle_by_hand: (context) => {
    if (isPaid(context)) return "paid"
    if (context.isPaidByAnother) return "paid_by_another"
    if (!context.isNewest) return "older_quote"
    return context.state === "refunded" ? "refunded" : null
  },
  renew_quote: (context) => {
    if (isPaid(context)) return "paid"
    if (context.isPaidByAnother) return "paid_by_another"
    if (!context.isNewest) return "older_quote"
    if (context.state === "refunded") return null
    if (context.received > 0n) return "money_received"
    return context.state === "awaiting_payment" ? "still_open" : null
  },
  ask_refund_address: (context) => {
    if (context.refundablePence === 0n) return "nothing_to_refund"
    return context.isAddressRequested ? "already_asked" : null
  },
  record_refund: (context) => (context.refundablePence === 0n ? "nothing_to_refund" : null),
  keep_surplus: (context) => (context.captured && context.surplusPence > 0n ? null : "no_surplus"),
}

/** In the order's books, or on its way there. */
function isPaid({ captured, state }: ActionContext): boolean {
  return captured || state === "confirmed"
}
