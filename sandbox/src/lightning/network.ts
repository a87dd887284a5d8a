import { join } from "node:path"
import { type Address, bcoin } from "../bitcoin/bcoin.js"
import type { RegtestNode } from "../bitcoin/node.js"
import type { Payer } from "../bitcoin/payer.js"
import { waitFor } from "../process/wait.js"
import { type Invoice, Invoices, type NewInvoice } from "./invoices.js"
import { hex } from "./ldk.js"
import { LdkNode, type NodeHandlers } from "./ldk-node.js"

const CHANNEL_SATS = 16_000_000n

interface Parts {
  node: RegtestNode
  payer: Payer
  /** Receives block rewards */
  others: Address
  /** The chain's own folder */
  dataDir: string
}

/**
 * Three Lightning nodes in this process, with channels shopper → hub → merchant; the merchant's is private. Nodes and channels
 * are new at each start of the sandbox; the merchant's invoices are kept, because the shop counts on its node's list.
 */
export class LightningNetwork {
  readonly invoices: Invoices
  readonly shopper: LdkNode
  private readonly hub: LdkNode
  private running: LdkNode
  private hubPort = 0
  private lastFunding = ""

  private constructor(private readonly parts: Parts) {
    this.invoices = new Invoices(join(parts.dataDir, "lightning-invoices.json"))
    const start = () => new LdkNode(parts.node, this.handlers)
    ;[this.shopper, this.hub, this.running] = [start(), start(), start()]
  }

  static async open(parts: Parts): Promise<LightningNetwork> {
    const network = await parts.node.queue.run(() => Promise.resolve(new LightningNetwork(parts)))
    const { shopper, hub, merchant } = network
    network.hubPort = await hub.peers.listen()
    shopper.peers.stayConnected(hub.id, network.hubPort)
    merchant.peers.stayConnected(hub.id, network.hubPort)
    await network.openChannel(shopper, hub)
    await network.openChannel(hub, merchant)
    await network.untilUsable()
    return network
  }

  /** Where a wallet of one's own opens a channel. */
  get hubAddress(): string {
    return `${hex(this.hub.id)}@127.0.0.1:${this.hubPort}`
  }

  get merchant(): LdkNode {
    return this.running
  }

  createInvoice(asked: NewInvoice): Invoice {
    return this.invoices.add(asked, (hash) =>
      this.merchant.invoice(asked.msat, asked.description, asked.expirySeconds, hash),
    )
  }

  /** Ends the merchant's node without a word, and starts it again from its state. */
  async kill(): Promise<void> {
    const { node } = this.parts
    await node.queue.run(() => {
      this.running = new LdkNode(node, this.handlers, this.running.close())
      return Promise.resolve()
    })
    this.merchant.peers.stayConnected(this.hub.id, this.hubPort)
    await this.untilUsable()
  }

  close(): void {
    for (const node of [this.shopper, this.hub, this.merchant]) node.close()
  }

  private readonly handlers: NodeHandlers = {
    fund: (program, sats) =>
      this.parts.node.queue.run(async () => {
        const address = bcoin.Address.fromProgram(0, Buffer.from(program))
        const tx = await this.parts.payer.pay([{ address, sats }])
        this.lastFunding = tx.hash("hex")
        return Uint8Array.from(tx.toRaw())
      }),
    accept: (hash, msat) => this.invoices.accept(hash, msat),
  }

  /** One after the other: the coins of the last one are spent when its transaction is sent. */
  private async openChannel(from: LdkNode, to: LdkNode): Promise<void> {
    const { node, others } = this.parts
    this.lastFunding = ""
    await until("The Lightning nodes did not connect.", () => from.openChannel(to, CHANNEL_SATS))
    await until("A Lightning channel was not funded.", () => node.mempool.map.has(this.lastFunding))
    await node.queue.run(() => node.mine(1, others))
  }

  private untilUsable(): Promise<void> {
    const isUsable = () => {
      const peers = this.hub.usable.map((channel) => hex(channel.get_counterparty().get_node_id()))
      return [this.shopper, this.merchant].every(
        (node) => node.usable.length === 1 && peers.includes(hex(node.id)),
      )
    }
    return until(
      "The Lightning channels did not become usable.",
      () => isUsable() && this.merchant.isReachable,
    )
  }
}

async function until(failure: string, isSo: () => boolean): Promise<void> {
  const done = await waitFor(() => (isSo() ? true : undefined), { timeoutMs: 30_000, intervalMs: 10 })
  if (done === undefined) throw new Error(failure)
}
