import fc from "fast-check"
import { staffChangePlan, type StaffChangePlan } from "./staff-change-plan"

/**
 * How a buyer pays. A large campaign repeats these lists, so duplicates are more frequent. A small one
 * uses the first entries.
 */
const BITCOIN_WAYS = [
  "exactly",
  "never",
  "late",
  "short and then the rest",
  "too much",
  "around the quote's end",
  "two orders at once",
  "too little",
  "and raises the fee",
  "after the hold",
  "after a cancellation",
  "after renewing the quote",
  "and takes it back",
  "around a cancellation",
  "around the hold's end",
  "after a refund",
  "in two transactions",
  "the rest around the end of the grace",
  "exactly",
  "around the quote's end",
  "exactly",
  "late",
  "around a cancellation",
  "exactly",
  "never",
  "after the hold",
  "around the hold's end",
  "after a cancellation",
] as const
const CARD_WAYS = [
  "by card",
  "by card after a decline",
  "by card, having changed to Bitcoin",
  "by card in two tabs",
  "by card as the reservation ends",
  "never by card",
  "by card instead of Bitcoin",
] as const
type BitcoinWay = (typeof BITCOIN_WAYS)[number]
type CardWay = (typeof CARD_WAYS)[number]

/** One of so many buyers pays by card. */
const CARDS_EVERY = 4
/** Staff change the order of one of so many buyers. */
const CHANGES_EVERY = 4
/** How many products are for sale. */
const PRODUCT_COUNT = 3
/** Payments around a limit are made so long before or after it, at most. */
const AROUND_MS = 10_000
const isCardWay = (way: string): way is CardWay => CARD_WAYS.some((one) => one === way)

/** What becomes of the processor's events about an order. */
const WEBHOOKS = ["sent", "sent", "lost", "duplicated", "delayed", "sent in the wrong order"] as const

interface PlanOfAnyBuyer {
  /** How the order is sent: with retries, by a double click, or once by a buyer who leaves after a lost response. */
  readonly sends: "once" | "twice at once" | "once and leaves"
  /** Index of the product bought. */
  readonly productIndex: number
  readonly quantity: number
  /** Before the order, before the payment, and between two payments. */
  readonly pausesMs: readonly [number, number, number]
  /** Also sends an invented transaction id, as the shop's page does. */
  readonly claims: boolean
  readonly webhooks: (typeof WEBHOOKS)[number]
  /** How long after a limit the payment is made; below 0: before it. */
  readonly offsetMs: number
  /** How long after an end; 0: before the shop has mailed and counted it. */
  readonly afterEndMs: number
  readonly cancelledBy: "buyer" | "staff"
  /** Null: staff leave the order as it is. */
  readonly change: StaffChangePlan | null
}

export interface BitcoinBuyerPlan extends PlanOfAnyBuyer {
  readonly pays: BitcoinWay
}
export interface CardBuyerPlan extends PlanOfAnyBuyer {
  readonly pays: CardWay
}
export type BuyerPlan = BitcoinBuyerPlan | CardBuyerPlan
export const isByCard = (plan: BuyerPlan): plan is CardBuyerPlan => isCardWay(plan.pays)

/** Whether the buyer waits for a time limit before paying. */
export const isWaiting = ({ pays }: BuyerPlan): boolean => /^late|^after|around/.test(pays)

export function buyerPlans(orders: number): fc.Arbitrary<BuyerPlan[]> {
  const ways = Array.from({ length: orders }, (_, i): BuyerPlan["pays"] => {
    const turn = Math.floor(i / CARDS_EVERY)
    return (i + 1) % CARDS_EVERY === 0
      ? (CARD_WAYS[turn % CARD_WAYS.length] ?? "by card")
      : (BITCOIN_WAYS[(i - turn) % BITCOIN_WAYS.length] ?? "exactly")
  })
  const upTo = (max: number) => fc.integer({ min: 0, max })
  const buyer = fc.record({
    sends: fc.constantFrom("once", "once", "twice at once", "once and leaves"),
    productIndex: upTo(PRODUCT_COUNT - 1),
    quantity: fc.integer({ min: 1, max: 2 }),
    pausesMs: fc.tuple(upTo(800), upTo(2000), upTo(2500)),
    claims: fc.boolean(),
    webhooks: fc.constantFrom(...WEBHOOKS),
    offsetMs: fc.integer({ min: -AROUND_MS, max: AROUND_MS }),
    afterEndMs: fc.oneof(fc.constant(0), upTo(4000)),
    cancelledBy: fc.constantFrom("buyer", "staff"),
  })
  return fc
    .tuple(
      fc.shuffledSubarray(ways, { minLength: orders }),
      fc.array(buyer, { minLength: orders, maxLength: orders }),
      fc.array(staffChangePlan, { minLength: orders, maxLength: orders }),
    )
    .map(([shuffled, buyers, changes]) =>
      buyers.map((one, i) => {
        const pays = shuffled[i] ?? "exactly"
        const change = i % CHANGES_EVERY === 0 ? changeFor(pays, changes[i]) : null
        return { ...one, pays, change, quantity: change?.what === "fewer pieces" ? 2 : one.quantity }
      }),
    )
}

/** Whose payment is captured, unless a fault is in the way: only these orders can be dispatched and taken back. */
const PAYING: readonly BuyerPlan["pays"][] = [
  "exactly",
  "short and then the rest",
  "two orders at once",
  "and raises the fee",
  "after renewing the quote",
  "in two transactions",
  "by card",
  "by card after a decline",
  "by card in two tabs",
  "by card instead of Bitcoin",
]

/** A payment is sent back once at most, so that the campaign knows what of it is left, and a surplus is not sent back as a part. */
function changeFor(pays: BuyerPlan["pays"], change: StaffChangePlan | undefined): StaffChangePlan | null {
  if (change === undefined) return null
  const what =
    PAYING.includes(pays) || change.what === "fewer pieces"
      ? change.what
      : change.what === "a return"
        ? "fewer pieces"
        : "more pieces"
  const isReturned = change.isReturned && pays !== "after a refund" && pays !== "too much"
  return { ...change, what, isReturned }
}
