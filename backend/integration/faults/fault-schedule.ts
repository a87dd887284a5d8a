import { setTimeout as pause } from "node:timers/promises"
import type { Cards } from "../harness/card-shop"
import { askThroughOutages } from "./ask-through-outages"
import type { PersistentShop } from "./persistent-shop"
import type { CampaignNetwork } from "./network"
import { stepNodeClock, type WrongNodeClock } from "./node-clock"
import { breakNode, type NodeOutage } from "./node-outages"
import type { NodeState } from "./node-state"
import type { DatabaseCut, Moment, Plan, Tick } from "./plan"
import type { Progress } from "./progress"
import { disturbService, type ServiceOutage, type ServiceTargets } from "./service-faults"
import type { ShopClock } from "./shop-clock"
import type { TcpProxy } from "./tcp-proxy"
import type { Observer } from "./observer"

/** The owner's next wallet. */
const NEXT_DESCRIPTOR =
  "wpkh([73c5da0a/84h/1h/0h]tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M/0/*)#evh9fu0w"

/** The name of the campaign's own database sessions, which no fault affects. */
export const OBSERVER_SESSION = "fault-campaign"

/** The systems that a campaign disturbs. */
export interface FaultTargets {
  readonly shop: PersistentShop
  readonly databaseProxy: TcpProxy
  /** The same database without the proxy. */
  readonly databaseUrl: string
  readonly clock: ShopClock
  readonly network: CampaignNetwork
  readonly cards: Cards
  readonly nodeState: NodeState
  readonly observer: Observer
  readonly progress: Progress
  /** Null: one process, whose Postgres is shared with other tests. */
  readonly service: ServiceTargets | null
}

/** What happened, and what the shop had to report. */
export interface Outages {
  readonly ofNode: readonly NodeOutage[]
  readonly ofServices: readonly ServiceOutage[]
  readonly nodeClocks: readonly WrongNodeClock[]
  /** When a source said what was true seconds before. */
  readonly stale: readonly { from: number; to: number }[]
}

/** Runs the plan's faults. Faults of one kind run sequentially. @returns after the last one */
export async function runFaultSchedule(targets: FaultTargets, plan: Plan): Promise<Outages> {
  const { shop, clock, cards, service } = targets
  const { sources } = targets.network
  const ofNode: NodeOutage[] = []
  const ofServices: ServiceOutage[] = []
  const nodeClocks: WrongNodeClock[] = []
  const stale: { from: number; to: number }[] = []
  await Promise.all([
    runInSequence(targets, plan.kills, async ({ againMs }) => {
      await shop.untilUp()
      shop.kill()
      if (againMs === null) return
      await pause(againMs)
      shop.kill()
    }),
    runInSequence(targets, plan.databaseCuts, (cut) => cutDatabase(targets, cut)),
    runInSequence(targets, plan.sourceCuts, async ({ fault, sourceIndex, forMs }) => {
      const source = sources[sourceIndex % sources.length]
      if (source === undefined) throw new Error("There is no source.")
      const from = Date.now()
      source.fault = fault
      await pause(forMs)
      source.fault = null
      if (fault === "answers from the past") stale.push({ from, to: Date.now() })
    }),
    runInSequence(targets, plan.nodeClockSteps, async (step) => {
      nodeClocks.push(await stepNodeClock(targets, step))
    }),
    runInSequence(targets, plan.cardCuts, async ({ kind, forMs, lateMs }) => {
      await cards.command("/faults", { kind, times: 0, delayMs: lateMs })
      await pause(forMs)
      await cards.command("/faults", {}, "DELETE")
    }),
    runInSequence(targets, plan.clockSteps, async ({ byMs, forMs }) => {
      clock.step(byMs)
      await pause(forMs)
      clock.step(0)
    }),
    runInSequence(targets, plan.nodeEvents, async (event) => {
      ofNode.push(await breakNode(targets, event))
    }),
    runInSequence(targets, plan.serviceEvents, async (event) => {
      if (service !== null) ofServices.push(await disturbService(service, event))
    }),
    runInSequence(targets, plan.walletChanges, async () => {
      await shop.untilUp()
      shop.changeSettings({ BITCOIN_DESCRIPTOR: NEXT_DESCRIPTOR })
      shop.kill()
    }),
  ])
  return { ofNode, ofServices, nodeClocks, stale }
}

async function runInSequence<One extends Moment>(
  { progress }: FaultTargets,
  moments: readonly One[],
  happen: (one: One) => Promise<void>,
): Promise<void> {
  for (const one of moments) {
    await progress.reached(one.afterSteps)
    await pause(one.delayMs)
    await happen(one)
  }
}

async function cutDatabase(
  { databaseProxy, databaseUrl }: FaultTargets,
  { how, forMs }: DatabaseCut,
): Promise<void> {
  switch (how) {
    case "every connection breaks":
      databaseProxy.breakAll()
      return
    case "new connections are rejected":
      databaseProxy.refuse()
      databaseProxy.breakAll()
      break
    case "connections stall":
      databaseProxy.stall()
      break
    case "some sessions are ended":
      await askThroughOutages(
        databaseUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name <> '${OBSERVER_SESSION}' and pid % 2 = 0
            and state in ('idle', 'active', 'idle in transaction')`,
      )
      return
  }
  await pause(forMs)
  databaseProxy.open()
}

/** Mines blocks and reorganisations until stopped. */
export function startMining(targets: FaultTargets, ticks: readonly Tick[]) {
  const { network, nodeState, observer } = targets
  const counts = { blocks: 0, reorganisations: 0, losing: 0 }
  const over = new AbortController()
  const mining = (async () => {
    for (let i = 0; !over.signal.aborted; i++) {
      const tick = ticks[i % ticks.length]
      if (tick === undefined) throw new Error("There are no ticks.")
      await pause(tick.afterMs)
      if (tick.does === "block") {
        await network.mine()
        counts.blocks += 1
        continue
      }
      const dropTransactions = tick.does === "reorganisation that loses transactions"
      // A payment with enough confirmations may be captured already; then it stays captured.
      await nodeState.remember(observer.quotes.values())
      await network.reorganise(tick.depth, { dropTransactions })
      counts.reorganisations += 1
      if (dropTransactions) counts.losing += 1
    }
  })()
  return {
    counts,
    async stop() {
      over.abort()
      await mining
    },
  }
}
