import fc from "fast-check"

const WHATS = ["more pieces", "fewer pieces", "a return", "a refund of a part"] as const
/** Of an edit. A return and a refund come after the payment. */
const WHENS = ["before the payment", "while it is on its way", "after it"] as const

/** What staff change about an order. */
export interface StaffChangePlan {
  readonly what: (typeof WHATS)[number]
  readonly when: (typeof WHENS)[number]
  /** How long an edit stays open. */
  readonly openMs: number
  /** Whether staff send back what the change makes due. */
  readonly isReturned: boolean
  /** Whether a buyer whose order changes before the payment pays what it cost first. */
  readonly paysFirstQuote: boolean
  /** What the buyer does about more that is due. */
  readonly difference: "not paid" | "paid" | "paid by another method"
}

export const staffChangePlan: fc.Arbitrary<StaffChangePlan> = fc.record({
  what: fc.constantFrom(...WHATS),
  when: fc.constantFrom(...WHENS),
  openMs: fc.integer({ min: 0, max: 3000 }),
  isReturned: fc.boolean(),
  paysFirstQuote: fc.boolean(),
  difference: fc.constantFrom("not paid", "paid", "paid", "paid by another method"),
})
