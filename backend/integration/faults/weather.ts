import { setTimeout as pause } from "node:timers/promises"
import type { FlakyFront } from "../../src/modules/bitcoin-payment/adapters/testing/flaky-front"
import { askDatabase } from "../harness/postgres"
import type { Regtest } from "../harness/regtest"
import type { KeptShop } from "./kept-shop"
import type { NodeTruth } from "./node-truth"
import type { DatabaseCut, Moment, Plan, Tick } from "./plan"
import type { Progress } from "./progress"
import type { Wire } from "./wire"
import type { Witness } from "./witness"

/** The campaign's own sessions at the database, which no fault may hit. */
export const WITNESS = "fault-campaign"

/** Everything that can go wrong, with a hand on each. */
export interface World {
  readonly shop: KeptShop
  readonly wire: Wire
  /** The same database past the wire. */
  readonly databaseUrl: string
  readonly source: FlakyFront
  readonly network: Regtest
  readonly truth: NodeTruth
  readonly witness: Witness
  readonly progress: Progress
}

/** Lets the plan's faults happen, those of a kind one after the other. @returns when the last one is over */
export async function letItStorm(world: World, plan: Plan): Promise<void> {
  const { shop, source } = world
  await Promise.all([
    inTurn(world, plan.kills, async ({ againMs }) => {
      await shop.untilUp()
      shop.kill()
      if (againMs === null) return
      await pause(againMs)
      shop.kill()
    }),
    inTurn(world, plan.databaseCuts, (cut) => cutDatabase(world, cut)),
    inTurn(world, plan.sourceCuts, async ({ fault, forMs }) => {
      source.fault = fault
      await pause(forMs)
      source.fault = null
    }),
  ])
}

async function inTurn<One extends Moment>(
  { progress }: World,
  moments: readonly One[],
  happen: (one: One) => Promise<void>,
): Promise<void> {
  for (const one of moments) {
    await progress.reached(one.afterSteps)
    await pause(one.delayMs)
    await happen(one)
  }
}

async function cutDatabase({ wire, databaseUrl }: World, { how, forMs }: DatabaseCut): Promise<void> {
  switch (how) {
    case "every connection breaks":
      wire.breakAll()
      return
    case "nobody gets in":
      wire.refuse()
      wire.breakAll()
      break
    case "nothing gets through":
      wire.stall()
      break
    case "some sessions are ended":
      await askDatabase(
        databaseUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name <> '${WITNESS}' and pid % 2 = 0
            and state in ('idle', 'active', 'idle in transaction')`,
      )
      return
  }
  await pause(forMs)
  wire.open()
}

/** The miners' work: blocks and reorganisations, until they are told to stop. */
export function startMining(world: World, ticks: readonly Tick[]) {
  const { network, truth, witness } = world
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
      // What lies deep enough may be in the books by now; it is only right that it stays there.
      await truth.remember(witness.quotes.values())
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
