import { join } from "node:path"
import { type Address, bcoin } from "../bitcoin/bcoin.js"
import type { RegtestNode } from "../bitcoin/node.js"
import type { Payer } from "../bitcoin/payer.js"
import { waitFor } from "../process/wait.js"
import { Invoices } from "./invoices.js"
import { LdkNode, type NodeHandlers } from "./ldk-node.js"

const CHANNEL_SATS = 16_000_000n
const NAMES = ["shopper", "hub", "merchant"] as const
export type NodeName = (typeof NAMES)[number]

interface Parts {
  node: RegtestNode
  payer: Payer
  /** Receives block rewards */
  others: Address
  /** In the chain's own folder: either makes no sense without the other */
  dataDir: string
}

/** Three Lightning nodes in this process, with channels shopper → hub → merchant; the merchant's is private. */
export class LightningNetwork {
  readonly invoices: Invoices
  private hubPort = 0
  private nodes: Readonly<Record<NodeName, LdkNode>> | undefined

  private constructor(private readonly parts: Parts) {
    this.invoices = new Invoices(join(parts.dataDir, "invoices.json"))
  }

  static async open(parts: Parts): Promise<LightningNetwork> {
    const network = new LightningNetwork(parts)
    const [shopper, hub, merchant] = await Promise.all(NAMES.map((name) => network.start(name)))
    if (shopper === undefined || hub === undefined || merchant === undefined) throw new Error("no nodes")
    network.nodes = { shopper, hub, merchant }
    await network.join("hub")
    await network.openChannels()
    return network
  }

  get shopper(): LdkNode {
    return this.running.shopper
  }

  get merchant(): LdkNode {
    return this.running.merchant
  }

  /** Ends a node without letting it write anything, and starts it again from its files. */
  async kill(name: NodeName): Promise<void> {
    this.running[name].close()
    this.nodes = { ...this.running, [name]: await this.start(name) }
    await this.join(name)
    await this.untilUsable()
  }

  close(): void {
    for (const name of NAMES) this.running[name].close()
  }

  private get running(): Readonly<Record<NodeName, LdkNode>> {
    if (this.nodes === undefined) throw new Error("The Lightning network is not running.")
    return this.nodes
  }

  private start(name: NodeName): Promise<LdkNode> {
    const { node, payer, dataDir } = this.parts
    const handlers: NodeHandlers = {
      // One at a time: the coins of the last one are spent when its transaction is sent.
      fund: (program, sats) =>
        node.queue.run(async () => {
          const address = bcoin.Address.fromProgram(0, Buffer.from(program))
          return Uint8Array.from((await payer.pay([{ address, sats }])).toRaw())
        }),
      accept: (hash, msat) => this.invoices.accept(hash, msat),
      claimed: (hash, msat) => this.invoices.settle(hash, msat),
    }
    return node.queue.run(() => LdkNode.open(node, join(dataDir, name), handlers))
  }

  /** Connects a node that has just started; the others find the hub again themselves. */
  private async join(name: NodeName): Promise<void> {
    const { hub } = this.running
    if (name === "hub") this.hubPort = await hub.peers.listen()
    const joining = name !== "hub" ? [name] : this.hasJoined ? [] : (["shopper", "merchant"] as const)
    for (const each of joining) this.running[each].peers.stayConnected(hub.id, () => this.hubPort)
    this.hasJoined = true
  }

  private hasJoined = false

  private async openChannels(): Promise<void> {
    const { node, others } = this.parts
    const { shopper, hub, merchant } = this.running
    for (const [from, to] of [[shopper, hub] as const, [hub, merchant] as const]) {
      if (from.channelsWith(to).length > 0) continue
      await until("The Lightning nodes did not connect.", () => from.openChannel(to, CHANNEL_SATS))
      await until("A Lightning channel was not funded.", () => node.mempool.map.size > 0)
      await node.queue.run(() => node.mine(1, others))
    }
    await this.untilUsable()
  }

  private untilUsable(): Promise<void> {
    const { shopper, hub, merchant } = this.running
    return until(
      "The Lightning channels did not become usable.",
      () => shopper.usable.length === 1 && hub.usable.length === 2 && merchant.isReachable,
    )
  }
}

async function until(failure: string, isSo: () => boolean): Promise<void> {
  const done = await waitFor(() => (isSo() ? true : undefined), { timeoutMs: 30_000, intervalMs: 10 })
  if (done === undefined) throw new Error(failure)
}
