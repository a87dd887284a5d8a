import type { Satoshis } from "../domain/satoshis"
import type { BlockHash, ChainTip, Txid } from "../ports/chain-source"

export interface ModelOutput {
  readonly address: string
  readonly amount: Satoshis
}

export interface ModelTransaction {
  readonly txid: Txid
  /** What it spends; two transactions that share a coin exclude each other. */
  readonly coins: readonly string[]
  readonly outputs: readonly ModelOutput[]
}

interface Block {
  readonly hash: BlockHash
  readonly parent: BlockHash | null
  readonly time: number
  readonly txids: readonly Txid[]
}

/** What becomes of the transactions of disconnected blocks. */
export type Fate = "mempool" | "mined" | "dropped" | "conflicted"

export type Place =
  | { readonly kind: "mempool" }
  | { readonly kind: "block"; readonly height: number; readonly hash: BlockHash; readonly time: number }
  /** A block holds another transaction that spent its coins. */
  | { readonly kind: "conflicted" }
  | { readonly kind: "unknown" }

/** So many empty blocks lie under everything that a reorganisation always finds some to take away. */
const FOUNDATION = 20
/** The 1st of January 2026. */
const BEGINNING = 1_767_225_600_000

/**
 * A Bitcoin network of values: a mempool, a chain of blocks and a clock, moved by hand. Deterministic: names are
 * counted, so the same moves give the same transaction ids and block hashes.
 */
export class ModelChain {
  now = BEGINNING
  private names = 0
  private readonly blocks: Block[] = []
  private readonly parents = new Map<BlockHash, Block>()
  private readonly mempool = new Set<Txid>()
  private readonly known = new Map<Txid, ModelTransaction>()
  private readonly sentAt = new Map<Txid, number>()

  constructor() {
    this.mine(FOUNDATION)
  }

  get tip(): ChainTip {
    const last = this.blocks.at(-1)
    return {
      height: this.blocks.length - 1,
      hash: last?.hash ?? "",
      previousHash: last?.parent ?? null,
      time: last?.time ?? 0,
    }
  }

  transactions(): readonly ModelTransaction[] {
    return [...this.known.values()]
  }

  mempoolTransactions(): readonly ModelTransaction[] {
    return this.transactions().filter(({ txid }) => this.mempool.has(txid))
  }

  /** In the mempool or in a block. */
  isLive(txid: Txid): boolean {
    const { kind } = this.whereIs(txid)
    return kind === "mempool" || kind === "block"
  }

  /** Sends a new transaction; without `coins` it spends a new one. */
  send(outputs: readonly ModelOutput[], coins: readonly string[] = [this.name("coin")]): ModelTransaction {
    const transaction = { txid: this.name("tx"), coins, outputs }
    this.known.set(transaction.txid, transaction)
    this.sentAt.set(transaction.txid, this.now)
    this.evictConflictsOf(transaction)
    this.mempool.add(transaction.txid)
    return transaction
  }

  /** Spends the same coins again; null unless the first is still unconfirmed. */
  replace(txid: Txid, outputs: readonly ModelOutput[]): ModelTransaction | null {
    const replaced = this.known.get(txid)
    return replaced && this.mempool.has(txid) ? this.send(outputs, replaced.coins) : null
  }

  /** Mines another transaction over the same coins, which the mempool never saw. */
  doubleSpend(txid: Txid): void {
    const victim = this.known.get(txid)
    if (!victim || !this.mempool.has(txid)) return
    const thief = this.send([], victim.coins)
    this.mempool.delete(thief.txid)
    this.append([thief.txid], this.now)
  }

  /** The first of the blocks holds the whole mempool, unless they shall be empty. */
  mine(count: number, isEmpty = false, blockTime = this.now): void {
    for (let block = 0; block < count; block += 1) {
      const txids = isEmpty ? [] : [...this.mempool]
      txids.forEach((txid) => this.mempool.delete(txid))
      this.append(txids, blockTime)
    }
  }

  /** Takes the newest blocks away and puts a longer branch in their place, which may hold what was in the mempool. */
  reorganise(depth: number, fate: Fate): void {
    const removed = this.blocks.splice(Math.max(FOUNDATION, this.blocks.length - depth))
    const txids = removed.flatMap((block) => block.txids)
    const thieves = fate === "conflicted" ? txids.map((txid) => this.thiefOf(txid)) : []
    const newcomers = fate === "mined" || fate === "conflicted" ? [...this.mempool] : []
    newcomers.forEach((txid) => this.mempool.delete(txid))
    this.append([...(fate === "mined" ? txids : thieves), ...newcomers], this.now)
    if (fate === "mempool") txids.forEach((txid) => this.mempool.add(txid))
    this.mine(depth, true)
  }

  /** A transaction that fell out comes back to the mempool, if its coins are still there. */
  rebroadcast(txid: Txid): void {
    const transaction = this.known.get(txid)
    if (!transaction || this.isLive(txid) || this.conflictsOf(transaction).some((it) => this.isLive(it.txid)))
      return
    this.mempool.add(txid)
  }

  whereIs(txid: Txid): Place {
    if (this.mempool.has(txid)) return { kind: "mempool" }
    const height = this.heightOf(txid)
    const block = this.blocks[height]
    if (block) return { kind: "block", height, hash: block.hash, time: block.time }
    const transaction = this.known.get(txid)
    const isSpent = transaction && this.conflictsOf(transaction).some((it) => this.heightOf(it.txid) >= 0)
    return isSpent ? { kind: "conflicted" } : { kind: "unknown" }
  }

  /** Its status and block as a source reports a transaction that it has. */
  reported(txid: Txid) {
    const place = this.whereIs(txid)
    return place.kind === "block"
      ? {
          status: "confirmed" as const,
          height: place.height,
          blockHash: place.hash,
          blockTime: place.time,
        }
      : { status: "mempool" as const, height: null, blockHash: null, blockTime: null }
  }

  /** When it was sent. */
  heardAt(txid: Txid): number | null {
    return this.sentAt.get(txid) ?? null
  }

  /** Confirmations, its own block included; 0 outside blocks. */
  depthOf(txid: Txid): number {
    const height = this.heightOf(txid)
    return height < 0 ? 0 : this.blocks.length - height
  }

  /** The transactions of blocks that were on top of `hash` once, or lay on its abandoned branch. */
  changedSince(hash: BlockHash): readonly Txid[] {
    const abandoned: Txid[] = []
    let block = this.parents.get(hash)
    while (block && !this.blocks.includes(block)) {
      abandoned.push(...block.txids)
      block = block.parent === null ? undefined : this.parents.get(block.parent)
    }
    const fork = block ? this.blocks.indexOf(block) : -1
    return [...abandoned, ...this.blocks.slice(fork + 1).flatMap(({ txids }) => txids)]
  }

  private append(txids: readonly Txid[], time: number): void {
    const block = { hash: this.name("block"), parent: this.blocks.at(-1)?.hash ?? null, time, txids }
    this.blocks.push(block)
    this.parents.set(block.hash, block)
  }

  private heightOf(txid: Txid): number {
    return this.blocks.findIndex(({ txids }) => txids.includes(txid))
  }

  private conflictsOf({ txid, coins }: ModelTransaction): ModelTransaction[] {
    return this.transactions().filter(
      (other) => other.txid !== txid && other.coins.some((coin) => coins.includes(coin)),
    )
  }

  private evictConflictsOf(transaction: ModelTransaction): void {
    this.conflictsOf(transaction).forEach(({ txid }) => this.mempool.delete(txid))
  }

  private thiefOf(txid: Txid): Txid {
    const thief = this.send([], this.known.get(txid)?.coins ?? [])
    this.mempool.delete(thief.txid)
    return thief.txid
  }

  private name(kind: "tx" | "coin" | "block"): string {
    this.names += 1
    const prefix = { tx: "a", coin: "c", block: "b" }[kind]
    return prefix + this.names.toString(16).padStart(63, "0")
  }
}
