import type { Block, Entry } from "../bitcoin/bcoin.js"
import type { RegtestNode } from "../bitcoin/node.js"
import { bytes, hex, ldk } from "./ldk.js"

const HEADER_BYTES = 80

export interface ChainBlock {
  readonly height: number
  readonly header: Uint8Array
  readonly transactions: readonly { readonly txid: Uint8Array; readonly raw: Uint8Array }[]
}

/** What hears of blocks: LDK's channel manager, and each monitor of a channel. */
export interface Listener {
  transactions_confirmed(header: Uint8Array, txs: ldk.TwoTuple_usizeTransactionZ[], height: number): unknown
  best_block_updated(header: Uint8Array, height: number): unknown
  transaction_unconfirmed(txid: Uint8Array): void
  get_relevant_txids(): ldk.ThreeTuple_ThirtyTwoBytesu32COption_ThirtyTwoBytesZZ[]
}

export function chainBlock({ height }: Entry, block: Block): ChainBlock {
  const transactions = block.txs.map((tx) => ({
    txid: bytes(tx.hash("hex")),
    raw: Uint8Array.from(tx.toRaw()),
  }))
  return { height, header: Uint8Array.from(block.toRaw().subarray(0, HEADER_BYTES)), transactions }
}

export function connect(listener: Listener, { header, height, transactions }: ChainBlock): void {
  // LDK takes over what it is given, so each listener gets its own.
  const confirmed = transactions.map(({ raw }, index) =>
    ldk.TwoTuple_usizeTransactionZ.constructor_new(index, raw),
  )
  listener.transactions_confirmed(header, confirmed, height)
  listener.best_block_updated(header, height)
}

/** @param previous the block below the one that left the chain */
export function disconnect(
  listener: Listener,
  previous: ChainBlock,
  isGone: (txid: string) => boolean,
): void {
  for (const relevant of listener.get_relevant_txids())
    if (isGone(hex(relevant.get_a()))) listener.transaction_unconfirmed(relevant.get_a())
  listener.best_block_updated(previous.header, previous.height)
}

/** Tells a listener what happened to the chain while its node was away. */
export async function catchUp(node: RegtestNode, listener: Listener, best: ldk.BestBlock): Promise<void> {
  const { chain } = node
  const read = async (entry: Entry | null) => {
    const block = entry === null ? null : await chain.getBlock(entry.hash)
    if (entry === null || block === null) throw new Error("Lightning's files do not belong to this chain.")
    return chainBlock(entry, block)
  }
  let entry = await chain.getEntryByHash(hex(best.get_block_hash()))
  let isStale = false
  while (entry !== null && (await chain.getEntryByHeight(entry.height))?.hash !== entry.hash) {
    entry = await chain.getEntryByHash(entry.prevBlock)
    isStale = true
  }
  const fork = await read(entry)
  if (isStale) {
    const left = listener.get_relevant_txids().filter((relevant) => relevant.get_b() > fork.height)
    const gone = new Set(left.map((relevant) => hex(relevant.get_a())))
    disconnect(listener, fork, (txid) => gone.has(txid))
  }
  for (let height = fork.height + 1; height <= chain.height; height++)
    connect(listener, await read(await chain.getEntryByHeight(height)))
}
