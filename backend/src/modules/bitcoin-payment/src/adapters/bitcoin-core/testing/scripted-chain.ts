import { createHash } from "node:crypto"

export interface Tx {
  readonly txid: string
  /** Names of the coins it spends: two transactions that share one cannot both live. */
  readonly spends: readonly string[]
  readonly outputs: readonly { readonly address: string; readonly sats: bigint }[]
  /** The reward of its block. */
  readonly isReward?: true
}
export interface Block {
  readonly hash: string
  readonly previous: string | null
  readonly height: number
  /** Seconds. */
  readonly time: number
  readonly txs: readonly Tx[]
}
export type Payment = Tx["outputs"][number]

const MINUTE = 60
const FIRST_BLOCK_AT = 1_700_000_000
const FIXED_NOW = 1_800_000_000

/** A small model of Bitcoin's consensus: blocks, a mempool, coins that can be spent once. */
export class ScriptedChain {
  /** The best chain, by height. */
  readonly blocks: Block[] = []
  /** Every block there ever was. */
  readonly known = new Map<string, Block>()
  readonly mempool = new Map<string, Tx>()
  /** When each transaction entered the mempool, in seconds. */
  readonly enteredAt = new Map<string, number>()
  /** Hears of every transaction that comes into the mempool or a block. */
  onTransaction: (tx: Tx) => void = () => undefined
  private made = 0
  private waited = 0

  /** @param clock in seconds. Without one, time stands still and each block is ten minutes later than the one before */
  constructor(
    height: number,
    private readonly clock: (() => number) | null = null,
  ) {
    for (let block = 0; block <= height; block += 1) this.mine()
  }

  /** The node's time, in seconds. */
  get now(): number {
    return (this.clock?.() ?? FIXED_NOW) + this.waited
  }

  wait(seconds: number): void {
    this.waited += seconds
  }

  get tip(): Block {
    const tip = this.blocks.at(-1)
    if (!tip) throw new Error("a chain without blocks")
    return tip
  }

  /** Everything of the mempool goes into the first of these blocks. */
  mine(blocks = 1): void {
    for (let block = 0; block < blocks; block += 1) {
      this.connect([...this.mempool.values()])
      this.mempool.clear()
    }
  }

  /** Puts a new transaction into the mempool; what spends the same coins leaves it, as a replacement does. */
  send(outputs: readonly Payment[], spends: readonly string[] = [this.unique("coin")]): Tx {
    const tx = { txid: this.unique("tx"), spends, outputs }
    for (const other of [...this.mempool.values()])
      if (sharesCoins(tx, other)) this.mempool.delete(other.txid)
    this.accept(tx)
    return tx
  }

  /** A block with a transaction of which the mempool never heard: it wins over what spends the same coins. */
  mineDirectly(outputs: readonly Payment[], spends: readonly string[]): Tx {
    const tx = { txid: this.unique("tx"), spends, outputs }
    for (const other of [...this.mempool.values()])
      if (sharesCoins(tx, other)) this.mempool.delete(other.txid)
    this.connect([tx])
    return tx
  }

  /** A block whose reward goes to these outputs. */
  mineReward(outputs: readonly Payment[]): Tx {
    const tx = { txid: this.unique("tx"), spends: [], outputs, isReward: true as const }
    this.connect([tx, ...this.mempool.values()])
    this.mempool.clear()
    return tx
  }

  /** The last blocks are replaced by one more, empty ones. Their transactions wait again, or are forgotten. */
  reorganise(depth: number, dropTransactions: boolean): void {
    const returned = this.blocks.splice(-depth).flatMap(({ txs }) => txs)
    for (let block = 0; block <= depth; block += 1) this.connect([])
    if (!dropTransactions) for (const tx of returned) if (!tx.isReward) this.mempool.set(tx.txid, tx)
  }

  /** Falls back: a node restored from yesterday's disk. */
  rollBack(depth: number): void {
    this.blocks.splice(-depth)
  }

  /** Fetches a peer's blocks and mempool, as a node does that has connections. */
  syncWith(peer: { readonly blocks: readonly Block[]; readonly mempool: ReadonlyMap<string, Tx> }): void {
    const fork = this.blocks.findIndex((block, height) => peer.blocks[height] !== block)
    if (fork !== -1) this.blocks.splice(fork)
    for (const block of peer.blocks.slice(this.blocks.length)) this.append(block)
    for (const txid of [...this.mempool.keys()]) if (!peer.mempool.has(txid)) this.mempool.delete(txid)
    for (const tx of peer.mempool.values()) if (!this.mempool.has(tx.txid)) this.accept(tx)
  }

  blockOf(txid: string): Block | null {
    return this.blocks.find(({ txs }) => txs.some((tx) => tx.txid === txid)) ?? null
  }

  transaction(txid: string): Tx | null {
    const inBlock = this.blockOf(txid)?.txs.find((tx) => tx.txid === txid)
    return this.mempool.get(txid) ?? inBlock ?? null
  }

  isInChain(hash: string): boolean {
    const block = this.known.get(hash)
    return block !== undefined && this.blocks[block.height] === block
  }

  private connect(txs: readonly Tx[]): void {
    const previous = this.blocks.at(-1)
    const block = {
      hash: this.unique("block"),
      previous: previous?.hash ?? null,
      height: this.blocks.length,
      time: this.clock
        ? Math.max(this.clock(), this.medianTime + 1)
        : (previous?.time ?? FIRST_BLOCK_AT) + 10 * MINUTE,
      txs,
    }
    this.append(block)
  }

  /** No block may be older than the median of the last eleven. */
  private get medianTime(): number {
    const times = this.blocks.slice(-11).map(({ time }) => time)
    return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? -Infinity
  }

  private append(block: Block): void {
    this.blocks.push(block)
    this.known.set(block.hash, block)
    block.txs.forEach((tx) => {
      this.onTransaction(tx)
    })
  }

  private accept(tx: Tx): void {
    this.mempool.set(tx.txid, tx)
    this.enteredAt.set(tx.txid, this.now)
    this.onTransaction(tx)
  }

  private unique(kind: string): string {
    this.made += 1
    return createHash("sha256").update(`${kind} ${this.made}`).digest("hex")
  }
}

export function sharesCoins(one: Tx, other: Tx): boolean {
  return one.txid !== other.txid && one.spends.some((coin) => other.spends.includes(coin))
}
