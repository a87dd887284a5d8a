import { type Block, type Entry, headerOf } from "../bitcoin/bcoin.js"
import type { RegtestNode } from "../bitcoin/node.js"
import { hex, ldk } from "./ldk.js"

/** Tells LDK's manager and monitors of each block. @returns what ends that */
export function followChain(
  { chain }: RegtestNode,
  listeners: readonly ldk.Confirm[],
  onChange: () => void,
): () => void {
  const header = (block: Block) => Uint8Array.from(headerOf(block))
  const connect = ({ height }: Entry, block: Block): Promise<void> => {
    for (const listener of listeners) {
      // LDK takes over what it is given, so each listener gets its own.
      const confirmed = block.txs.map((tx, index) =>
        ldk.TwoTuple_usizeTransactionZ.constructor_new(index, Uint8Array.from(tx.toRaw())),
      )
      listener.transactions_confirmed(header(block), confirmed, height)
      listener.best_block_updated(header(block), height)
    }
    onChange()
    return Promise.resolve()
  }
  const disconnect = async ({ prevBlock, height }: Entry, block: Block): Promise<void> => {
    const below = await chain.getBlock(prevBlock)
    if (below === null) throw new Error("The chain has lost a block.")
    const gone = new Set(block.txs.map((tx) => tx.hash("hex")))
    for (const listener of listeners) {
      for (const relevant of listener.get_relevant_txids())
        if (gone.has(hex(relevant.get_a()))) listener.transaction_unconfirmed(relevant.get_a())
      listener.best_block_updated(header(below), height - 1)
    }
    onChange()
  }
  chain.on("connect", connect)
  chain.on("disconnect", disconnect)
  return () => {
    chain.removeListener("connect", connect)
    chain.removeListener("disconnect", disconnect)
  }
}
