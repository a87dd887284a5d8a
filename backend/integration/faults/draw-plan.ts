import fc from "fast-check"
import { FAULTS, HALF_FAULTS } from "../../src/modules/bitcoin-payment/src/adapters/testing/flaky-server"
import { buyerPlans } from "./buyer-plan"
import { NODE_FAULTS, type SourceKind } from "./network"
import {
  CARD_FAULTS,
  NODE_CLOCKS,
  SERVICE_FAULTS,
  type Moment,
  type Plan,
  type ProcessPlan,
  type SourceCut,
} from "./plan"

/** Filled the cart, started to order, placed the order, paid or not. */
const STEPS_OF_A_BUYER = 4

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
  return fc
    .record({
      buyers: buyerPlans(orders),
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
        fc.record({
          ...moment,
          fault: fc.constantFrom(...faultNames(source)),
          sourceIndex: upTo(1),
          forMs: between(300, 2500),
        }),
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
      nodeClockSteps: fc
        .tuple(eachFault(NODE_CLOCKS, moment, orders), exactly(fc.boolean(), orders + NODE_CLOCKS.length))
        .map(([steps, named]) =>
          inClockOrder(steps).map((one, i) => ({ ...one, isNamed: named[i] ?? true })),
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

/** The same moments, with the clocks in their order. */
function inClockOrder<Step extends Moment & { readonly fault: number }>(steps: readonly Step[]): Step[] {
  const clocks = steps.map(({ fault }) => fault).sort((one, other) => one - other)
  return steps.map((step, i) => ({ ...step, fault: clocks[i] ?? step.fault }))
}

const isFault = (name: string): name is keyof typeof FAULTS => name in FAULTS
/** Half of all cuts only overload the source or make it lie; the others fail every call. No replica of a node lags. */
function faultNames(source: SourceKind): SourceCut["fault"][] {
  const half = HALF_FAULTS.filter((fault) => source !== "core" || fault !== "answers from the past")
  return Object.keys(FAULTS)
    .filter(isFault)
    .flatMap((name, index) => [name, half[index % half.length] ?? name])
}

const exactly = <One>(one: fc.Arbitrary<One>, count: number) =>
  fc.array(one, { minLength: count, maxLength: count })
