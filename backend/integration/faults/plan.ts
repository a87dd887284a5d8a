import type { FlakyFront } from "../../src/modules/bitcoin-payment/src/adapters/testing/flaky-server"
import type { BuyerPlan } from "./buyer-plan"
import type { NodeFault, SourceKind } from "./network"

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
  /** Which source, if there are two. */
  readonly sourceIndex: number
  readonly forMs: number
}

/** The card processor fails, answers late, or its answer to what it has done is lost. */
export interface CardCut extends Moment {
  readonly kind: (typeof CARD_FAULTS)[number]
  readonly forMs: number
  /** How late it answers; the shop waits ten seconds. */
  readonly lateMs: number
}
export const CARD_FAULTS = [
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

/** By how many seconds the clock of the Bitcoin node, and of the miners, can be wrong. */
export const NODE_CLOCKS = [-7200, -300, 300, 7200] as const

/** The node's clock is wrong for a while. */
export interface NodeClockStep extends Moment {
  /** In seconds; below 0: behind. */
  readonly fault: (typeof NODE_CLOCKS)[number]
  /** Whether the shop can know it: the answers name the wrong time. Otherwise only what they say is dated wrongly. */
  readonly isNamed: boolean
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
  /** From the slowest clock to the fastest: no block may be older than the ones before it. */
  readonly nodeClockSteps: readonly NodeClockStep[]
  readonly ticks: readonly Tick[]
  /** Only with a node of the shop's own. */
  readonly nodeEvents: readonly NodeEvent[]
  /** The owner gives the shop another wallet. */
  readonly walletChanges: readonly Moment[]
  /** Only with several processes. */
  readonly serviceEvents: readonly ServiceEvent[]
}
