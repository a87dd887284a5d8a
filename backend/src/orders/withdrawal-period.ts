import { WITHDRAW_DAYS } from "@shop/contracts"
import { addDays, atUkHour, ukTime } from "./delivery/uk-clock"

/** Without a recorded delivery, a parcel arrived within this time of its dispatch, and 14 days have passed since. */
const LONGEST_DAYS = 30

export interface WithdrawalFacts {
  readonly isCancelled: boolean
  /** Something is paid and not refunded. */
  readonly isPaid: boolean
  /** The buyer can cancel it as a whole, which is simpler. */
  readonly isCancellable: boolean
  /** A part has left, and the rest has not. */
  readonly isPartlySent: boolean
  /** All of it came back. */
  readonly isReturned: boolean
  readonly parcels: readonly { readonly sent: Date; readonly delivered: Date | null }[]
}

export type WithdrawalRejection = "nothing_to_return" | "cancel_instead" | "period_over"
type Decision =
  | { readonly ok: true; readonly until: Date | null }
  | { readonly ok: false; readonly reason: WithdrawalRejection }

/**
 * Whether a buyer may withdraw from an order: from its payment until the end of the 14th day after the day on which its last parcel
 * was delivered (Consumer Contracts Regulations 2013, regulations 29 and 30).
 */
export function withdrawalOf(facts: WithdrawalFacts, now: number): Decision {
  const { isCancelled, isPaid, isCancellable, isPartlySent, isReturned, parcels } = facts
  if (isCancelled || !isPaid || isReturned) return { ok: false, reason: "nothing_to_return" }
  if (isCancellable) return { ok: false, reason: "cancel_instead" }
  if (parcels.length === 0 || isPartlySent) return { ok: true, until: null }
  const isDelivered = parcels.every(({ delivered }) => delivered !== null)
  const last = Math.max(...parcels.map(({ sent, delivered }) => (delivered ?? sent).getTime()))
  const until = endOfUkDay(last, isDelivered ? WITHDRAW_DAYS : LONGEST_DAYS)
  if (now >= until.getTime()) return { ok: false, reason: "period_over" }
  return { ok: true, until: isDelivered ? until : null }
}

const endOfUkDay = (moment: number, days: number): Date =>
  atUkHour(addDays(ukTime(new Date(moment)).day, days + 1), 0)
