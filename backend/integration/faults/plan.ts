import fc from "fast-check"
import {
  FAULTS,
  HALF_FAULTS,
  type FlakyFront,
} from "../../src/modules/bitcoin-payment/src/modules/bitcoin-payment/adapters/testing/flaky-server"

import { NODE_FAULTS, type NodeFault, type SourceKind } from "./network"

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
  "in two transactions",
  "two orders at once",
  "too little",
  "and raises the fee",
  "exactly",
  "after renewing the quote",
  "and takes it back",
  "exactly",
  "never",
  "late",
  "exactly",
  "short and then the rest",
  "exactly",
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
}

export interface BitcoinBuyerPlan extends PlanOfAnyBuyer {
  readonly pays: BitcoinWay
}
export interface CardBuyerPlan extends PlanOfAnyBuyer {
  readonly pays: CardWay
}
export type BuyerPlan = BitcoinBuyerPlan | CardBuyerPlan
export const isByCard = (plan: BuyerPlan): plan is CardBuyerPlan => isCardWay(plan.pays)

/** When a fault happens: `delayMs` after all buyers together have made `afterSteps` steps. */
export interface Moment {
  readonly afterSteps: number
  readonly delayMs: number
}

export interface Kill extends Moment {
  /** Kills it a second time this much later, most likely during its start. */
  readonly againMs: number | null
}

export interface DatabaseCut extends Moment {
  readonly how:
    | "every connection breaks"
    | "new connections are rejected"
    | "connections stall"
    | "some sessions are ended"
  readonly forMs: number
}

export interface SourceCut extends Moment {
  readonly fault: NonNullable<FlakyFront["fault"]>
  readonly forMs: number
}

/** The card processor fails, answers late, or its answer to what it has done is lost. */
export interface CardCut extends Moment {
  readonly kind: (typeof CARD_FAULTS)[number]
  readonly forMs: number
  /** How late it answers; the shop waits ten seconds. */
  readonly lateMs: number
}
const CARD_FAULTS = [
  "unavailable",
  "lost",
  "late",
  "fails_after",
  "hangs",
  "rate_limited",
  "garbage",
] as const

/** The clock of the shop's machine is wrong for a while, as after a pause of a virtual machine. */
export interface ClockStep extends Moment {
  readonly byMs: number
  readonly forMs: number
}

/** The shop's own node fails, until the shop has reported it. */
export interface NodeEvent extends Moment {
  readonly fault: NodeFault
  readonly forMs: number
}

/** What happens to the services of a shop with several processes, and to the shop itself. */
export const SERVICE_FAULTS = [
  "Redis is emptied",
  "Redis restarts empty",
  "Postgres restarts",
  "Postgres crashes",
  "the disk is full",
  "a new release is deployed",
] as const
export type ServiceFault = (typeof SERVICE_FAULTS)[number]

/** An outage lasts until the shop has reported it. */
export interface ServiceEvent extends Moment {
  readonly fault: ServiceFault
  readonly forMs: number
}

/** One action of the miners. */
export interface Tick {
  readonly afterMs: number
  readonly does: "block" | "reorganisation" | "reorganisation that loses transactions"
  readonly depth: number
}

/** One backend, or the two servers and the worker of docker-compose.yml. */
export type ProcessPlan = "one" | "several"

export interface Plan {
  readonly source: SourceKind
  readonly processes: ProcessPlan
  readonly buyers: readonly BuyerPlan[]
  readonly kills: readonly Kill[]
  readonly databaseCuts: readonly DatabaseCut[]
  readonly sourceCuts: readonly SourceCut[]
  readonly cardCuts: readonly CardCut[]
  readonly clockSteps: readonly ClockStep[]
  readonly ticks: readonly Tick[]
  /** Only with a node of the shop's own. */
  readonly nodeEvents: readonly NodeEvent[]
  /** The owner gives the shop another wallet. */
  readonly walletChanges: readonly Moment[]
  /** Only with several processes. */
  readonly serviceEvents: readonly ServiceEvent[]
}

/** Filled the cart, started to order, placed the order, paid or not. */
const STEPS_OF_A_BUYER = 4
/** How many products are for sale. */
const PRODUCT_COUNT = 3

/**
 * Derives a campaign's plan from its seed: the same seed and size give the same plan on every machine. Which SQL
 * statement runs at the moment of a kill depends on the scheduler and is not reproducible, so run a failed seed
 * several times.
 * @param orders the number of buyers. The number of faults grows with it.
 */
export function planOf(seed: number, orders: number, source: SourceKind, processes: ProcessPlan): Plan {
  const [plan] = fc.sample(fc.noBias(planFor(orders, source, processes)), { seed, numRuns: 1 })
  if (plan === undefined) throw new Error("fast-check drew nothing.")
  return plan
}

const upTo = (max: number) => fc.integer({ min: 0, max })
const between = (min: number, max: number) => fc.integer({ min, max })

interface MomentArbitraries {
  readonly afterSteps: fc.Arbitrary<number>
  readonly delayMs: fc.Arbitrary<number>
}

const inOrder = <One extends Moment>(one: fc.Arbitrary<One>, count: number) =>
  exactly(one, Math.max(1, Math.round(count))).map((all) => all.sort((a, b) => a.afterSteps - b.afterSteps))

function planFor(orders: number, source: SourceKind, processes: ProcessPlan): fc.Arbitrary<Plan> {
  const moment = { afterSteps: between(1, orders * STEPS_OF_A_BUYER), delayMs: upTo(1500) }
  const ways = Array.from({ length: orders }, (_, i): BuyerPlan["pays"] => {
    const turn = Math.floor(i / CARDS_EVERY)
    return (i + 1) % CARDS_EVERY === 0
      ? (CARD_WAYS[turn % CARD_WAYS.length] ?? "by card")
      : (BITCOIN_WAYS[(i - turn) % BITCOIN_WAYS.length] ?? "exactly")
  })
  const buyer = fc.record({
    sends: fc.constantFrom("once", "once", "twice at once", "once and leaves"),
    productIndex: upTo(PRODUCT_COUNT - 1),
    quantity: between(1, 2),
    pausesMs: fc.tuple(upTo(800), upTo(2000), upTo(2500)),
    claims: fc.boolean(),
    webhooks: fc.constantFrom(...WEBHOOKS),
  })
  return fc
    .record({
      buyers: fc
        .tuple(fc.shuffledSubarray(ways, { minLength: orders }), exactly(buyer, orders))
        .map(([shuffled, buyers]) => buyers.map((one, i) => ({ ...one, pays: shuffled[i] ?? "exactly" }))),
      kills: inOrder(
        fc.record({
          ...moment,
          againMs: fc.oneof(
            { weight: 2, arbitrary: fc.constant(null) },
            { weight: 1, arbitrary: between(200, 4000) },
          ),
        }),
        orders / 7,
      ),
      databaseCuts: inOrder(
        fc.record({
          ...moment,
          how: fc.constantFrom(
            "every connection breaks",
            "new connections are rejected",
            "connections stall",
            "some sessions are ended",
          ),
          forMs: between(100, 2500),
        }),
        orders / 5,
      ),
      sourceCuts: inOrder(
        fc.record({ ...moment, fault: fc.constantFrom(...faultNames(source)), forMs: between(300, 2500) }),
        orders / 5,
      ),
      cardCuts: inOrder(
        fc.record({
          ...moment,
          kind: fc.constantFrom(...CARD_FAULTS),
          forMs: between(300, 2500),
          lateMs: between(500, 12_000),
        }),
        orders / 10,
      ),
      clockSteps: inOrder(
        fc.record({ ...moment, byMs: between(-20_000, 20_000), forMs: between(300, 3000) }),
        orders / 20,
      ),
      ticks: exactly(
        fc.record({
          afterMs: between(500, 3000),
          does: fc.oneof(
            { weight: 8, arbitrary: fc.constant("block" as const) },
            { weight: 1, arbitrary: fc.constant("reorganisation" as const) },
            { weight: 1, arbitrary: fc.constant("reorganisation that loses transactions" as const) },
          ),
          depth: between(1, 3),
        }),
        50,
      ),
      nodeEvents: source === "core" ? eachFault(NODE_FAULTS, moment, orders) : fc.constant([]),
      // Its processes restart one by one, which would leave two wallets in use.
      walletChanges:
        source === "core" && processes === "one" ? inOrder(fc.record(moment), 1) : fc.constant([]),
      serviceEvents: processes === "several" ? eachFault(SERVICE_FAULTS, moment, orders) : fc.constant([]),
    })
    .map((plan) => ({ ...plan, source, processes }))
}

/** Each kind of fault at least once. */
function eachFault<Fault>(
  kinds: readonly Fault[],
  moment: MomentArbitraries,
  orders: number,
): fc.Arbitrary<(Moment & { fault: Fault; forMs: number })[]> {
  const count = Math.max(kinds.length, Math.round(orders / 10))
  const faults = Array.from({ length: Math.ceil(count / kinds.length) }, () => kinds)
    .flat()
    .slice(0, count)
  const events = inOrder(fc.record({ ...moment, forMs: between(300, 3000) }), count)
  return fc
    .tuple(fc.shuffledSubarray(faults, { minLength: count }), events)
    .map(([shuffled, all]) =>
      all.flatMap((one, i) => shuffled.slice(i, i + 1).map((fault) => ({ ...one, fault }))),
    )
}

const isFault = (name: string): name is keyof typeof FAULTS => name in FAULTS
/** Half of all cuts only overload the source or make it lie; the others fail every call. No replica of a node lags. */
function faultNames(source: SourceKind): SourceCut["fault"][] {
  const half = HALF_FAULTS.filter((fault) => source === "esplora" || fault !== "answers from the past")
  return Object.keys(FAULTS)
    .filter(isFault)
    .flatMap((name, index) => [name, half[index % half.length] ?? name])
}

const exactly = <One>(one: fc.Arbitrary<One>, count: number) =>
  fc.array(one, { minLength: count, maxLength: count })
