import type { Invoice, InvoiceState, Milliseconds, Policy } from "./invoice"

/** What an invoice's state asks for. */
export const STATE_EFFECT_KINDS = [
  "capture",
  "cancel",
  "mail_seen",
  "mail_confirmed",
  "mail_underpaid",
  "mail_expired",
  "mail_review",
  "mail_case",
] as const

/** Something to be done in the world outside, once, because an invoice came into a state, or staff made it. */
export const EFFECT_KINDS = [...STATE_EFFECT_KINDS, "mail_new_invoice"] as const
export type EffectKind = (typeof EFFECT_KINDS)[number]

export interface Effect {
  readonly kind: EffectKind
  /** Not to be done earlier; 0: at once. */
  readonly notBefore: Milliseconds
}

/** What each state asks for. Every effect is kept under (invoice, kind), so asking twice does it once. */
const EFFECTS: Partial<Record<InvoiceState, readonly EffectKind[]>> = {
  seen: ["mail_seen"],
  confirming: ["mail_seen"],
  confirmed: ["capture", "mail_confirmed"],
  underpaid: ["mail_underpaid"],
  expired: ["mail_expired", "cancel"],
  review: ["mail_case", "mail_review"],
}

/** An unpaid order is cancelled only after the hold, in which the buyer may ask for a new quote. */
export function effectsFor(invoice: Invoice, state: InvoiceState, policy: Policy): readonly Effect[] {
  if (invoice.captured) return state === "review" ? [{ kind: "mail_case", notBefore: 0 }] : []
  if (state === "expired" && invoice.closed !== null) return []
  const kinds = EFFECTS[state] ?? []
  return kinds.map((kind) => ({ kind, notBefore: kind === "cancel" ? invoice.expiresAt + policy.holdMs : 0 }))
}
