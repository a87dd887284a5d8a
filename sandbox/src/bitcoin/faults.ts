import type { Address, Coin, Entry, Tx } from "./bcoin.js"
import { reverseHash } from "./bcoin.js"
import { broadcast, withDescendants } from "./broadcast.js"
import { type RegtestNode, RequestError } from "./node.js"
import type { Amount, Payer } from "./payer.js"

/** Below this height the required softforks are not active. */
const LOWEST_FORK = 433

/** Produces failures of real Bitcoin payments. Call within the node's queue. */
export class Faults {
  constructor(
    private readonly node: RegtestNode,
    private readonly payer: Payer,
    /** Receives block rewards */
    private readonly others: Address,
  ) {}

  /** Replaces an unconfirmed payment by one with twice the fee to the same address, or to `to`. */
  async replace(txid: string, to: Address | undefined): Promise<string> {
    const entry = this.node.mempool.getEntry(reverseHash(txid))
    if (entry === undefined) {
      throw new RequestError("That transaction is not in the mempool, so it cannot be replaced.", 404)
    }
    const evicted = withDescendants(this.node, [entry])
    const least = evicted.reduce((sum, { fee }) => sum + fee, 0) + entry.tx.getVirtualSize() * 2
    return this.conflict(entry.tx, to, Math.max(least, entry.fee * 2))
  }

  /** Spends a payment's inputs in another transaction and mines it. A mined payment is first removed by a reorganisation. */
  async doubleSpend(txid: string): Promise<string> {
    const entry = this.node.mempool.getEntry(reverseHash(txid))
    const mined = entry === undefined ? await this.node.chain.getMeta(reverseHash(txid)) : null
    const tx = entry?.tx ?? mined?.tx
    if (tx === undefined || tx.isCoinbase()) throw new RequestError("There is no such payment.", 404)
    if (mined !== null) await this.reorganise(this.node.chain.height - mined.height + 1, [txid])
    const evicted = entry === undefined ? [] : withDescendants(this.node, [entry])
    const fee = evicted.reduce((sum, each) => sum + each.fee, 0) + tx.getVirtualSize() * 4
    const other = await this.conflict(tx, this.payer.address, fee)
    await this.node.mine(1, this.others)
    return other
  }

  private async conflict(tx: Tx, to: Address | undefined, fee: number): Promise<string> {
    const amounts: Amount[] = tx.outputs
      .filter((output) => !this.payer.owns(output))
      .flatMap((output) => {
        const address = to ?? output.getAddress()
        return address === null ? [] : [{ address, sats: output.value }]
      })
    return broadcast(this.node, await this.payer.spend(await this.coinsSpentBy(tx), amounts, fee))
  }

  private async coinsSpentBy(tx: Tx): Promise<Coin[]> {
    const view = await this.node.mempool.getSpentView(tx)
    return tx.inputs.map((input) => {
      const coin = view.getCoinFor(input)
      if (coin === null) throw new RequestError("The coins of that transaction are spent for good.")
      return coin
    })
  }

  /**
   * Replaces the last `depth` blocks by `depth + 1` empty ones. Their payments return to the mempool.
   * @param drop ids of payments that do not return, or "all"
   * @returns the ids that returned to the mempool, and those that did not
   */
  async reorganise(
    depth: number,
    drop: readonly string[] | "all",
  ): Promise<{ returned: string[]; dropped: string[] }> {
    const { chain, mempool } = this.node
    const height = chain.height - depth
    if (height < LOWEST_FORK) {
      throw new RequestError(
        `The chain can be reorganised at most ${chain.height - LOWEST_FORK} blocks deep now.`,
        400,
      )
    }
    const fork = await chain.getEntryByHeight(height)
    if (fork === null) throw new RequestError("There is no such block.", 404)
    const unmined = await this.paymentsAbove(fork)
    const waiting = [...mempool.map.values()].map(({ tx }) => tx)
    await this.node.mineBranch(fork, depth + 1, this.others)
    const unwanted = new Set(drop === "all" ? unmined.map((tx) => tx.txid()) : drop)
    for (const tx of unmined.filter((each) => unwanted.has(each.txid()))) {
      const entry = mempool.getEntry(tx.hash("hex"))
      if (entry !== undefined) mempool.evictEntry(entry)
    }
    // bcoin returns them only if the mempool was not empty, and never those that spend a block reward.
    await this.node.addAgain([...unmined, ...waiting].filter((tx) => !unwanted.has(tx.txid())))
    this.node.save()
    const isBack = (tx: Tx) => mempool.getEntry(tx.hash("hex")) !== undefined
    return {
      returned: unmined.filter(isBack).map((tx) => tx.txid()),
      dropped: unmined.filter((tx) => !isBack(tx)).map((tx) => tx.txid()),
    }
  }

  /** The payments in the blocks above this one, oldest first. */
  private async paymentsAbove(fork: Entry): Promise<Tx[]> {
    const found: Tx[] = []
    for (let height = fork.height + 1; height <= this.node.chain.height; height++) {
      const entry = await this.node.chain.getEntryByHeight(height)
      const block = entry === null ? null : await this.node.chain.getBlock(entry.hash)
      found.push(...(block?.txs.slice(1) ?? []))
    }
    return found
  }
}
