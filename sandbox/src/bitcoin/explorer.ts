import { type Address, type Entry, headerOf, type Meta, reverseHash, type Tx } from "./bcoin.js"
import { confirmedIn, type Status, transactionJson, UNCONFIRMED } from "./esplora-json.js"
import type { RegtestNode } from "./node.js"

const CHAIN_PAGE = 25
const MEMPOOL_PAGE = 50

/** Reads chain and mempool for Esplora's API. Ids use the displayed byte order. */
export class Explorer {
  constructor(private readonly node: RegtestNode) {}

  async blockAt(height: number): Promise<Entry | null> {
    return height > this.node.chain.height ? null : this.node.chain.getEntryByHeight(height)
  }

  /** Includes stale blocks, as Esplora does. */
  async block(hash: string) {
    const entry = await this.node.chain.getEntryByHash(reverseHash(hash))
    if (entry === null) return null
    return {
      id: entry.rhash(),
      height: entry.height,
      version: entry.version,
      timestamp: entry.time,
      previousblockhash: entry.height === 0 ? null : reverseHash(entry.prevBlock),
    }
  }

  async header(hash: string): Promise<string | null> {
    const block = await this.node.chain.getBlock(reverseHash(hash))
    return block === null ? null : headerOf(block).toString("hex")
  }

  /** The ids of a block's transactions, its reward first. */
  async transactionsOf(hash: string): Promise<string[] | null> {
    const block = await this.node.chain.getBlock(reverseHash(hash))
    return block === null ? null : block.txs.map((tx) => tx.txid())
  }

  async transaction(txid: string) {
    const hash = reverseHash(txid)
    const waiting = this.node.mempool.getEntry(hash)
    if (waiting !== undefined) return this.waitingJson(waiting.tx)
    const mined = await this.node.chain.getMeta(hash)
    return mined === null ? null : this.minedJson(mined)
  }

  async raw(txid: string): Promise<string | null> {
    const hash = reverseHash(txid)
    const tx = this.node.mempool.getEntry(hash)?.tx ?? (await this.node.chain.getMeta(hash))?.tx
    return tx?.toRaw().toString("hex") ?? null
  }

  /** Esplora reports an unknown transaction as not confirmed. */
  async status(txid: string): Promise<Status> {
    const mined = await this.node.chain.getMeta(reverseHash(txid))
    return mined === null ? UNCONFIRMED : this.statusAt(mined.height)
  }

  /** Esplora reports an output that does not exist as unspent. */
  async outspend(txid: string, vout: number) {
    const { mempool, chain } = this.node
    const hash = reverseHash(txid)
    const waiting = mempool.getSpent(hash, vout)
    if (waiting !== undefined) return spentBy(waiting.tx, UNCONFIRMED)
    const address = (await chain.getMeta(hash))?.tx.outputs[vout]?.getAddress()
    const spender = (address ? await this.minedMetas(address) : []).find(({ tx }) =>
      tx.inputs.some(({ prevout }) => prevout.txid() === txid && prevout.index === vout),
    )
    return spender === undefined ? { spent: false } : spentBy(spender.tx, await this.statusAt(spender.height))
  }

  async waitingAt(address: Address) {
    const newestFirst = this.waitingTransactions(address).reverse().slice(0, MEMPOOL_PAGE)
    return Promise.all(newestFirst.map((tx) => this.waitingJson(tx)))
  }

  /** @param after the last id of the previous page; an unknown id returns nothing, as in Esplora */
  async minedAt(address: Address, after?: string) {
    const all = await this.minedMetas(address)
    const start = after === undefined ? 0 : all.findIndex(({ tx }) => tx.txid() === after) + 1
    if (after !== undefined && start === 0) return []
    return Promise.all(all.slice(start, start + CHAIN_PAGE).map((meta) => this.minedJson(meta)))
  }

  async stats(address: Address) {
    const mined = await this.minedMetas(address)
    return {
      chain_stats: await this.sums(
        address,
        mined.map(({ tx }) => tx),
      ),
      mempool_stats: await this.sums(address, this.waitingTransactions(address)),
    }
  }

  private async sums(address: Address, transactions: readonly Tx[]) {
    const wanted = address.toString("regtest")
    const sums = { funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0, tx_count: 0 }
    for (const tx of transactions) {
      sums.tx_count += 1
      for (const output of tx.outputs) {
        if (output.getAddress()?.toString("regtest") !== wanted) continue
        sums.funded_txo_count += 1
        sums.funded_txo_sum += output.value
      }
      if (tx.isCoinbase()) continue
      const view = await this.viewOf(tx)
      for (const input of tx.inputs) {
        const spent = view.getOutputFor(input)
        if (spent?.getAddress()?.toString("regtest") !== wanted) continue
        sums.spent_txo_count += 1
        sums.spent_txo_sum += spent.value
      }
    }
    return sums
  }

  private waitingTransactions(address: Address): Tx[] {
    const here = new Set(this.node.mempool.getTXByAddress(address).map((tx) => tx.hash("hex")))
    return [...this.node.mempool.map.values()].map(({ tx }) => tx).filter((tx) => here.has(tx.hash("hex")))
  }

  private async minedMetas(address: Address): Promise<Meta[]> {
    const metas = await this.node.chain.getMetaByAddress(address)
    return metas.sort((a, b) => b.height - a.height || b.index - a.index)
  }

  private viewOf(tx: Tx) {
    return this.node.mempool.getEntry(tx.hash("hex")) === undefined
      ? this.node.chain.getSpentView(tx)
      : this.node.mempool.getSpentView(tx)
  }

  private async waitingJson(tx: Tx) {
    return transactionJson(tx, await this.node.mempool.getSpentView(tx), UNCONFIRMED)
  }

  private async minedJson({ tx, height }: Meta) {
    const [view, status] = await Promise.all([this.node.chain.getSpentView(tx), this.statusAt(height)])
    return transactionJson(tx, view, status)
  }

  private async statusAt(height: number): Promise<Status> {
    const entry = await this.node.chain.getEntryByHeight(height)
    return entry === null ? UNCONFIRMED : confirmedIn(entry)
  }
}

const spentBy = (tx: Tx, status: Status) => ({ spent: true, txid: tx.txid(), status })
