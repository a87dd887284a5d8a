import type { FlakyFront } from "../../src/modules/bitcoin-payment/src/adapters/testing/flaky-server"
import type { Regtest } from "../harness/regtest"
import type { Settings } from "../harness/settings"

/** The chain sources that a campaign can run with. */
export const SOURCES = ["esplora", "core", "both"] as const
export type SourceKind = (typeof SOURCES)[number]

/** An output according to the network. */
export interface NodeOutput {
  readonly txid: string
  readonly vout: number
  readonly sats: bigint
  /** 0 in the mempool. */
  readonly confirmations: number
}

/** A Bitcoin network, and the chain source through which the shop sees it. */
export interface CampaignNetwork extends Pick<
  Regtest,
  "pay" | "payMany" | "mine" | "replace" | "reorganise" | "stop"
> {
  /** The shop's settings for the source. */
  readonly settings: Settings
  /** In front of each source. */
  readonly sources: readonly FlakyFront[]
  /** How far the clocks of the node and of the miners are ahead, in seconds; what the answers name stays right. */
  setNodeClock(ahead: number): Promise<void>
  /** Read without faults, and without the shop's source. */
  outputsTo(address: string): Promise<NodeOutput[]>
  /** The shop's own node, which fails; null: it only relays. */
  readonly node: FaultyNode | null
}

/** What can happen to a node of one's own. */
export const NODE_FAULTS = [
  "has no peers",
  "lost its newest blocks",
  "was replaced",
  "restarted without its mempool",
] as const
export type NodeFault = (typeof NODE_FAULTS)[number]

export interface FaultyNode {
  /** @param shopHeight the height of the shop's last poll */
  suffer(fault: NodeFault, shopHeight: number): Promise<void>
  /** The end of a fault: the node has peers again and fetches what it lacks. */
  recover(): void
}
