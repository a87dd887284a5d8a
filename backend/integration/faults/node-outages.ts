import { setTimeout as pause } from "node:timers/promises"
import { askThroughOutages } from "./ask-through-outages"
import type { CampaignNetwork, NodeFault } from "./network"
import type { PersistentShop } from "./persistent-shop"
import type { NodeEvent } from "./plan"

/** A fault of the shop's node, in milliseconds since 1970. */
export interface NodeOutage {
  readonly fault: NodeFault
  readonly from: number
  readonly to: number
  /** Whether the shop said what is wrong with its source. */
  readonly isReported: boolean
}

/** What the shop must say about its source. The other faults heal at once. */
export const REPORTED_AS: Partial<Record<NodeFault, RegExp>> = {
  "has no peers": /no connections/,
  "lost its newest blocks": /newest block fell/,
}

/** The shop may be down, or without its database or its source, and after failures it pauses for up to a minute. */
export const REPORTED_WITHIN_MS = 180_000

const WALLET =
  "select tip_height as height, last_failure as failure from bitcoin_wallet where retired_at is null"

/** Lets the node fail until the shop has reported it. */
export async function breakNode(
  {
    network: { node },
    shop,
    databaseUrl,
  }: {
    readonly network: CampaignNetwork
    readonly shop: PersistentShop
    readonly databaseUrl: string
  },
  { fault, forMs }: NodeEvent,
): Promise<NodeOutage> {
  if (node === null) throw new Error("Only the shop's own node can fail.")
  const ask = async () => {
    const [wallet] = await askThroughOutages<{ height: number | null; failure: string | null }>(
      databaseUrl,
      WALLET,
    )
    return { height: wallet?.height ?? null, failure: wallet?.failure ?? "" }
  }
  await shop.untilUp()
  let { height } = await ask()
  // A new wallet has not been polled yet.
  for (; height === null; { height } = await ask()) await pause(100)
  await node.suffer(fault, height)
  const from = Date.now()
  await pause(forMs)
  const report = REPORTED_AS[fault]
  let isReported = false
  while (report !== undefined && !isReported && Date.now() < from + REPORTED_WITHIN_MS) {
    isReported = report.test((await ask()).failure)
    if (!isReported) await pause(100)
  }
  const to = Date.now()
  node.recover()
  return { fault, from, to, isReported }
}
