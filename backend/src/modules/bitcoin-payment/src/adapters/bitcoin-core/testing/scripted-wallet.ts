import type { ScriptedAddresses } from "./scripted-addresses"
import { sharesCoins, type Block, type ScriptedChain, type Tx } from "./scripted-chain"

/** Two hours of blocks: how far back an import with the timestamp "now" polls. */
const IMPORT_WINDOW = 12
/** How far the node scans ahead. */
const KEYPOOL = 1000

/**
 * The node's wallet: it remembers every transaction that ever paid an address of its range, also those that were
 * replaced or double-spent, and tells their fate only through numbers.
 */
export class ScriptedWallet {
  isLoaded = true
  /** The last index that it follows, by descriptor. */
  readonly ranges = new Map<string, number>()
  privateKeys = false
  /** The last block that it saw before it was unloaded. */
  seenHeight = Infinity
  scanning: false | { duration: number; progress: number } = false
  readonly labels = new Map<string, string>()
  private readonly remembered = new Map<string, Tx>()
  /** When it first heard of each transaction, in seconds. */
  private readonly receivedAt = new Map<string, number>()

  constructor(
    private readonly chain: ScriptedChain,
    private readonly addresses: ScriptedAddresses,
  ) {}

  isMine(address: string): boolean {
    const place = this.addresses.placeOf(address)
    return place !== undefined && place.index <= (this.ranges.get(place.descriptor) ?? -1)
  }

  /** Looks at what is new in the mempool and the tip's block, as the node does all the time. */
  notice(tx: Tx): void {
    const mine = tx.outputs.filter(({ address }) => this.isMine(address))
    if (mine.length === 0 && !this.spendsOwn(tx)) return
    this.remembered.set(tx.txid, tx)
    if (!this.receivedAt.has(tx.txid)) this.receivedAt.set(tx.txid, this.chain.now)
    for (const { address } of mine) {
      const { descriptor = "", index = 0 } = this.addresses.placeOf(address) ?? {}
      this.ranges.set(descriptor, Math.max(this.ranges.get(descriptor) ?? -1, index + KEYPOOL))
    }
  }

  import(desc: string, end: number): void {
    this.ranges.set(desc, end)
    this.addresses.at(desc, 0)
    this.rescan(Math.max(0, this.chain.tip.height - IMPORT_WINDOW), this.chain.tip.height)
    for (const tx of this.chain.mempool.values()) this.notice(tx)
  }

  /** Reads the blocks and the mempool that it missed while it was not loaded. */
  load(): void {
    this.isLoaded = true
    this.rescan(0, this.chain.tip.height)
    for (const tx of this.chain.mempool.values()) this.notice(tx)
  }

  rescan(start: number, stop: number): void {
    for (const block of this.chain.blocks.slice(start, stop + 1)) block.txs.forEach((tx) => this.notice(tx))
  }

  knows(txid: string): Tx | undefined {
    return this.remembered.get(txid)
  }

  /** Its depth: above 0 in a block, below 0 when what conflicts is that deep, 0 in the mempool or nowhere at all. */
  confirmations(tx: Tx): number {
    const { chain } = this
    const block = chain.blockOf(tx.txid)
    if (block) return chain.tip.height - block.height + 1
    const conflict = chain.blocks.find(({ txs }) => txs.some((other) => sharesCoins(tx, other)))
    return conflict ? -(chain.tip.height - conflict.height + 1) : 0
  }

  /** What has fewer confirmations than the block `since` has, either way, as `receive` entries of the node's list. */
  listSince(since: Block | null): object[] {
    const depth = since === null ? Infinity : this.chain.tip.height + 1 - since.height
    return [...this.remembered.values()]
      .filter((tx) => Math.abs(this.confirmations(tx)) < depth)
      .flatMap((tx) => this.listed(tx, 0))
  }

  listed(tx: Tx, minimumDepth: number): object[] {
    if (this.confirmations(tx) < minimumDepth) return []
    // The owner's own coins: told as sent, and as received where they come back.
    const isSent = this.spendsOwn(tx)
    return tx.outputs.flatMap(({ address, sats }, vout) => {
      const entry = { address, vout, abandoned: false, ...this.facts(tx) }
      const amount = Number(sats) / 1e8
      const sent = isSent ? [{ ...entry, category: "send", amount: -amount, fee: -0.00001 }] : []
      return [...sent, ...(this.isMine(address) ? [{ ...entry, category: this.categoryOf(tx), amount }] : [])]
    })
  }

  private spendsOwn({ spends }: Tx): boolean {
    return spends.some((coin) => {
      const [txid = "", vout] = coin.split(":")
      const output = this.remembered.get(txid)?.outputs[Number(vout)]
      return coin.startsWith("own") || (output !== undefined && this.isMine(output.address))
    })
  }

  private categoryOf(tx: Tx): string {
    if (!tx.isReward) return "receive"
    if (this.chain.blockOf(tx.txid) === null) return "orphan"
    return this.confirmations(tx) < 101 ? "immature" : "generate"
  }

  facts(tx: Tx): object {
    const block = this.chain.blockOf(tx.txid)
    const rivals = (txs: Iterable<Tx>) =>
      [...txs].filter((other) => sharesCoins(tx, other)).map(({ txid }) => txid)
    return {
      txid: tx.txid,
      confirmations: this.confirmations(tx),
      ...(tx.isReward && { generated: true }),
      ...(block
        ? { blockhash: block.hash, blockheight: block.height, blockindex: 1, blocktime: block.time }
        : { trusted: false }),
      // Both of a pair name each other here: it does not tell who won.
      walletconflicts: rivals(this.remembered.values()),
      mempoolconflicts: rivals(this.chain.mempool.values()),
      time: this.receivedAt.get(tx.txid),
      timereceived: this.receivedAt.get(tx.txid),
    }
  }

  /** Replaced ones are counted as well: a number that must not be used. */
  receivedBy(address: string): number {
    const sats = [...this.remembered.values()]
      .filter((tx) => this.confirmations(tx) >= 0)
      .flatMap(({ outputs }) => outputs)
      .reduce((sum, output) => sum + (output.address === address ? output.sats : 0n), 0n)
    return Number(sats) / 1e8
  }
}
