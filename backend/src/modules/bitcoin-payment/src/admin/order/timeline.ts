import type { Payment } from "../api"
import type { Texts } from "../components/use-texts"

export interface TimelineEvent {
  at: string
  what: string
  /** A reason, a note or a transaction. */
  detail: string | null
  /** Null: the buyer or the plugin. */
  by: string | null
}

/** What happened to a payment, newest first. */
export function timelineOf(
  payment: Payment,
  { text, money, btc }: Pick<Texts, "text" | "money" | "btc">,
): TimelineEvent[] {
  const { currency } = payment
  const quoted = {
    at: payment.created_at,
    what: text("timeline.quoted", { amount: `${money(payment.price, currency)} = ${btc(payment.due_sats)}` }),
    detail: null,
    by: null,
  }
  const seen = payment.outputs.map(({ seen_at: at, sats, txid }) => ({
    at,
    what: text("timeline.seen", { amount: btc(sats) }),
    detail: txid,
    by: null,
  }))
  const refunds = payment.refunds.map(({ at, amount, txid, note, by }) => ({
    at,
    what: text("timeline.refunded", { amount: money(amount, currency) }),
    detail: [txid, note].filter(Boolean).join(" · ") || null,
    by,
  }))
  const decided = payment.audit_entries
    .filter(({ action }) => action !== "record_refund")
    .map(({ at, action, reason, by }) => ({ at, what: text(`timeline.${action}`), detail: reason, by }))
  return [quoted, ...seen, ...refunds, ...decided].sort((one, other) => other.at.localeCompare(one.at))
}
