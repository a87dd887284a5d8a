import type { BitcoinPayment } from "../api"
import type { Texts } from "../components/use-texts"

export interface TimelineEvent {
  at: string
  what: string
  detail: string | null
  /** Null: the buyer or the plugin. */
  by: string | null
}

/** What happened to a payment, newest first. What a block's time puts into the quote's moment came after the quote. */
export function timelineOf(
  payment: Pick<
    BitcoinPayment,
    | "created_at"
    | "price"
    | "currency"
    | "due_sats"
    | "outputs"
    | "refunds"
    | "audit_entries"
    | "transitions"
    | "claims"
    | "refund_addresses"
  >,
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
  const changed = payment.transitions.map(({ state, block, at }) => ({
    at,
    what: text(`timeline.became.${state}`),
    detail: block === null ? null : text("timeline.block", { height: block }),
    by: null,
  }))
  const claimed = payment.claims.map(({ transaction_id: id, verdict, at }) => ({
    at,
    what: text("timeline.claimed"),
    detail: `${id}: ${text(`claims.${verdict}`)}`,
    by: null,
  }))
  const addresses = payment.refund_addresses.map(({ address, at }, index) => ({
    at,
    what: text(index === 0 ? "timeline.addressGiven" : "timeline.addressChanged"),
    detail: address,
    by: null,
  }))
  return [...decided, ...refunds, ...changed, ...addresses, ...claimed, ...seen, quoted].sort((one, other) =>
    other.at.localeCompare(one.at),
  )
}
