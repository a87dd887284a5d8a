import type { Invoice, InvoiceState, Milliseconds, Policy, Verdict } from "./invoice"
import { heldUntil, mayReleaseStock } from "./reservation"
import type { StoredInvoice } from "./stored-invoice"

export const STATE_EFFECT_KINDS = [
  "capture",
  "cancel",
  "mail_seen",
  "mail_confirmed",
  "mail_underpaid",
  "mail_expired",
  "mail_review",
  "mail_case",
  "mail_surplus",
] as const

export const EFFECT_KINDS = [...STATE_EFFECT_KINDS, "mail_new_invoice", "mail_refund_address_asked"] as const
export type EffectKind = (typeof EFFECT_KINDS)[number]

export interface Effect {
  readonly kind: EffectKind
  /** Not to be done earlier; 0: at once. */
  readonly notBefore: Milliseconds
  /** The effect of the same transition that must be finished first. */
  readonly after: EffectKind | null
}

/** What each state asks for when an invoice comes into it. A reservation of stock ends by its own clock. */
const EFFECTS: Partial<Record<InvoiceState, readonly EffectKind[]>> = {
  seen: ["mail_seen"],
  confirming: ["mail_seen"],
  confirmed: ["capture", "mail_confirmed"],
  underpaid: ["mail_underpaid"],
  expired: ["mail_expired", "cancel"],
  review: ["mail_case", "mail_review", "cancel"],
}

/** What a new verdict asks for: its state, where it changed, and a surplus, whenever more of it is final. */
export function effectsOfVerdict(
  invoice: Invoice & Pick<StoredInvoice, "state" | "surplusMinor">,
  { state, surplusMinor }: Pick<Verdict, "state" | "surplusMinor">,
  policy: Policy,
): readonly Effect[] {
  const isFirst = !invoice.captured && invoice.state !== "confirmed"
  const isSurplus = state === "confirmed" && surplusMinor > 0n
  return [
    ...(state === invoice.state ? [] : effectsFor(invoice, state, policy)),
    ...(isSurplus && (isFirst || surplusMinor > invoice.surplusMinor) ? [effect("mail_surplus")] : []),
  ]
}

/** An order that is not paid in full is cancelled when its reservation ends (`reservedUntil`), after the hold at the earliest. */
export function effectsFor(invoice: Invoice, state: InvoiceState, policy: Policy): readonly Effect[] {
  if (invoice.captured) return state === "review" ? [effect("mail_case")] : []
  if (state === "expired" && invoice.closed !== null) return []
  return (EFFECTS[state] ?? [])
    .filter((kind) => kind !== "cancel" || mayReleaseStock({ ...invoice, state }))
    .map((kind) => effect(kind, kind === "cancel" ? heldUntil(invoice, policy) : 0))
}

function effect(kind: EffectKind, notBefore = 0): Effect {
  const isAboutCapture = kind === "mail_confirmed" || kind === "mail_surplus"
  return { kind, notBefore, after: isAboutCapture ? "capture" : null }
}
