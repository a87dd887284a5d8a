import { setTimeout as pause } from "node:timers/promises"
import { askThroughOutages } from "./ask-through-outages"
import type { CampaignNetwork } from "./network"
import { REPORTED_WITHIN_MS } from "./node-outages"
import type { PersistentShop } from "./persistent-shop"
import type { NodeClockStep } from "./plan"

/** A time in which the clock of the node was wrong. */
export interface WrongNodeClock {
  /** In seconds; below 0: behind. */
  readonly ahead: number
  /** Whether the shop said so; null: it could not know. */
  readonly isReported: boolean | null
}

/** The shop's own clock may be wrong too, by less. */
const AT_LEAST_SECONDS = 60
const OFFSET = "select clock_offset_seconds as seconds from bitcoin_wallet where retired_at is null"

/** Lets the node's clock be wrong, until the shop has reported it if it can. */
export async function stepNodeClock(
  {
    network,
    shop,
    databaseUrl,
  }: {
    readonly network: CampaignNetwork
    readonly shop: PersistentShop
    readonly databaseUrl: string
  },
  { fault: ahead, isNamed, forMs }: NodeClockStep,
): Promise<WrongNodeClock> {
  const name = (seconds: number) => {
    for (const source of network.sources) source.clockAhead = seconds
  }
  await shop.untilUp()
  await network.setNodeClock(ahead)
  if (isNamed) name(ahead)
  const from = Date.now()
  await pause(forMs)
  let isReported = false
  while (isNamed && !isReported && Date.now() < from + REPORTED_WITHIN_MS) {
    const [wallet] = await askThroughOutages<{ seconds: number | null }>(databaseUrl, OFFSET)
    const seconds = wallet?.seconds ?? 0
    isReported = Math.abs(seconds) > AT_LEAST_SECONDS && Math.sign(seconds) === Math.sign(ahead)
    if (!isReported) await pause(100)
  }
  await network.setNodeClock(0)
  name(0)
  return { ahead, isReported: isNamed ? isReported : null }
}
