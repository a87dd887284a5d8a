import { mkdirSync } from "node:fs"
import { join } from "node:path"
import {
  type Address,
  bcoin,
  type Block,
  type Chain,
  type Entry,
  type Mempool,
  type Miner,
  type Tx,
} from "./bcoin.js"
import { MempoolFile } from "./mempool-file.js"
import { Queue } from "./queue.js"

const NETWORK = "regtest"

/** A full node of a Bitcoin network that has no other: chain and mempool on disk, no peers, nothing listening. */
export class RegtestNode {
  /** Everything that changes chain or mempool goes through here. */
  readonly queue = new Queue()

  private constructor(
    readonly chain: Chain,
    readonly mempool: Mempool,
    private readonly miner: Miner,
    /** Makes blocks without transactions: for a branch beside the best chain */
    private readonly emptyMiner: Miner,
    private readonly file: MempoolFile,
  ) {}

  static async open(dataDir: string): Promise<RegtestNode> {
    mkdirSync(dataDir, { recursive: true })
    const chain = new bcoin.Chain({
      network: NETWORK,
      memory: false,
      prefix: dataDir,
      indexTX: true,
      indexAddress: true,
    })
    const mempool = new bcoin.Mempool({
      network: NETWORK,
      chain,
      memory: true,
      indexAddress: true,
      // What Bitcoin Core relays, it relays: dust and the like are refused, replaceable transactions are not.
      requireStandard: true,
      replaceByFee: true,
      rejectAbsurdFees: false,
    })
    const miner = new bcoin.Miner({ network: NETWORK, chain, mempool })
    const emptyMiner = new bcoin.Miner({ network: NETWORK, chain })
    chain.on("connect", (entry, block) => mempool._addBlock(entry, block.txs))
    chain.on("disconnect", (entry, block) => mempool._removeBlock(entry, block.txs))
    chain.on("reorganize", () => mempool._handleReorg())
    chain.on("error", (error) => console.error(error))
    mempool.on("error", (error) => console.error(error))
    await chain.open()
    await mempool.open()
    const node = new RegtestNode(
      chain,
      mempool,
      miner,
      emptyMiner,
      new MempoolFile(join(dataDir, "mempool.json")),
    )
    await node.addAgain(node.file.read().map((raw) => bcoin.TX.fromRaw(raw, "hex")))
    node.save()
    return node
  }

  async close(): Promise<void> {
    await this.queue.run(async () => {
      this.save()
      await this.mempool.close()
      await this.chain.close()
    })
  }

  /** Call after every change: a transaction that somebody was told about is on disk. */
  save(): void {
    this.file.write([...this.mempool.map.values()].map(({ tx }) => tx.toRaw().toString("hex")))
  }

  /** Mines on the best chain, with what waits in the mempool. */
  async mine(blocks: number, address: Address): Promise<Entry> {
    for (let left = blocks; left > 0; left--)
      await this.connect(await this.miner.mineBlock(this.chain.tip, address))
    this.save()
    return this.chain.tip
  }

  /** Mines empty blocks on a block that need not be the tip; the longer branch wins. */
  async mineBranch(from: Entry, blocks: number, address: Address): Promise<void> {
    let at = from
    for (let left = blocks; left > 0; left--)
      at = await this.connect(await this.emptyMiner.mineBlock(at, address))
    this.save()
  }

  private async connect(block: Block): Promise<Entry> {
    const entry = await this.chain.add(block)
    if (entry === null) throw new Error("the chain refused a block of our own miner")
    return entry
  }

  /** Puts transactions back, parents first. @returns those that no longer fit (mined, spent otherwise) */
  async addAgain(transactions: readonly Tx[]): Promise<Tx[]> {
    const refused: Tx[] = []
    for (const tx of transactions) {
      if (this.mempool.getEntry(tx.hash("hex")) !== undefined) continue
      try {
        const missing = await this.mempool.addTX(tx)
        if (missing === null) continue
        this.mempool.removeOrphan(tx.hash("hex"))
      } catch {
        // It conflicts with the chain as it is now, which the caller hears of.
      }
      refused.push(tx)
    }
    return refused
  }
}
