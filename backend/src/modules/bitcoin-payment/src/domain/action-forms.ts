/** What staff may do about an invoice, in the order in which the panel offers it. */
export const STAFF_ACTIONS = [
  "accept",
  "settle_by_hand",
  "renew_quote",
  "ask_refund_address",
  "record_refund",
  "keep_surplus",
  "explain_earlier_money",
] as const
export type StaffAction = (typeof STAFF_ACTIONS)[number]

interface ActionForm {
  readonly reason: "none" | "optional" | "required"
  readonly reopens: boolean
  /** It may change what the order costs, which Medusa refuses while a change of it is open. */
  readonly changesAmounts: boolean
  readonly look: "primary" | "plain" | "danger"
}

export const ACTIONS: Readonly<Record<StaffAction, ActionForm>> = {
  accept: { reason: "optional", reopens: true, changesAmounts: true, look: "primary" },
  settle_by_hand: { reason: "required", reopens: true, changesAmounts: true, look: "danger" },
  renew_quote: { reason: "none", reopens: true, changesAmounts: false, look: "primary" },
  ask_refund_address: { reason: "none", reopens: false, changesAmounts: false, look: "plain" },
  record_refund: { reason: "optional", reopens: false, changesAmounts: true, look: "plain" },
  keep_surplus: { reason: "required", reopens: false, changesAmounts: false, look: "plain" },
  explain_earlier_money: { reason: "required", reopens: false, changesAmounts: false, look: "plain" },
}
