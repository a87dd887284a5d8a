import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { writeAtomically } from "../process/write-atomically.js"
import { type Address, bcoin, type Chain, type Entry, type Mempool, type Miner, type Tx } from "./bcoin.js"

const NETWORK = "regtest"

/** The only full node of a Bitcoin network: chain and mempool on disk, no peers. */
export class RegtestNode {
  /** Every change of chain or mempool runs in this queue. */
  readonly queue = new Queue()
  /** How far the clock of the miners is ahead, in seconds; below 0: behind. It dates their blocks. */
  minersAhead = 0

  private constructor(
    readonly chain: Chain,
    readonly mempool: Mempool,
    private readonly miner: Miner,
    /** Makes empty blocks for a branch */
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
      // The relay policy of Bitcoin Core: no dust, replacement allowed.
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

  /** Call after every change, before the response: an announced transaction is on disk. */
  save(): void {
    this.file.write([...this.mempool.map.values()].map(({ tx }) => tx.toRaw().toString("hex")))
  }

  /** Mines on the best chain, including the mempool. */
  async mine(blocks: number, address: Address): Promise<Entry> {
    for (let left = blocks; left > 0; left--) await this.connect(this.miner, this.chain.tip, address)
    this.save()
    return this.chain.tip
  }

  /** Mines empty blocks on any block. The longer branch wins. */
  async mineBranch(from: Entry, blocks: number, address: Address): Promise<void> {
    let at = from
    for (let left = blocks; left > 0; left--) at = await this.connect(this.emptyMiner, at, address)
    this.save()
  }

  private async connect(miner: Miner, on: Entry, address: Address): Promise<Entry> {
    const { time } = bcoin.Network.get(NETWORK)
    time.offset = this.minersAhead
    const block = await miner.mineBlock(on, address)
    // The node judges it by the right time.
    time.offset = 0
    const entry = await this.chain.add(block)
    if (entry === null) throw new Error("The chain refused a block of our own miner.")
    return entry
  }

  /** Returns transactions to the mempool, parents first. @returns those that are no longer valid */
  async addAgain(transactions: readonly Tx[]): Promise<Tx[]> {
    const refused: Tx[] = []
    for (const tx of transactions) {
      if (this.mempool.getEntry(tx.hash("hex")) !== undefined) continue
      try {
        const missing = await this.mempool.addTX(tx)
        if (missing === null) continue
        this.mempool.removeOrphan(tx.hash("hex"))
      } catch {
        // It conflicts with the current chain and is reported as refused.
      }
      refused.push(tx)
    }
    return refused
  }
}

/** Runs work sequentially: payments, blocks and reorganisations never overlap. */
class Queue {
  private last: Promise<unknown> = Promise.resolve()

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work, work)
    this.last = result.catch(() => undefined)
    return result
  }
}

const stored = z.array(z.string().regex(/^[0-9a-f]+$/))

/**
 * The mempool on disk: raw transactions, parents first. bcoin writes its own file every ten seconds and discards it when
 * it does not match the tip, so a `kill -9` would lose payments.
 */
class MempoolFile {
  private written = "[]"

  constructor(private readonly file: string) {}

  read(): string[] {
    if (!existsSync(this.file)) return []
    this.written = readFileSync(this.file, "utf8")
    return stored.parse(JSON.parse(this.written))
  }

  write(transactions: readonly string[]): void {
    const text = JSON.stringify(transactions)
    if (text === this.written) return
    writeAtomically(this.file, text)
    this.written = text
  }
}

/** A request that the sandbox refuses, with an HTTP status. */
export class RequestError extends Error {
  constructor(
    sentence: string,
    readonly status: 400 | 404 | 409 = 409,
  ) {
    super(sentence)
  }
}
