import type { MempoolEntry, Tx } from "./bcoin.js"
import { messageOf } from "../process/user-error.js"
import { type RegtestNode, RequestError } from "./node.js"

/** The mempool's transactions that spend what this one spends. */
function conflictsOf(node: RegtestNode, tx: Tx): MempoolEntry[] {
  const spenders = tx.inputs.map(({ prevout }) => node.mempool.getSpent(prevout.hash, prevout.index))
  return spenders.filter((spender) => spender !== undefined)
}

/** Mempool transactions with their descendants: everything that a replacement evicts. */
export function withDescendants(node: RegtestNode, entries: readonly MempoolEntry[]): MempoolEntry[] {
  const all = entries.flatMap((entry) => [entry, ...node.mempool.getDescendants(entry)])
  return [...new Map(all.map((entry) => [entry.tx.hash("hex"), entry])).values()]
}

/**
 * Accepts a transaction of the payer into the mempool. It replaces transactions with the same inputs, whose fee it must
 * exceed; bcoin does not implement replacement, so they are evicted here.
 * @throws RequestError with bcoin's reason when it refuses
 */
export async function broadcast(node: RegtestNode, tx: Tx): Promise<string> {
  const { mempool } = node
  const evicted = withDescendants(node, conflictsOf(node, tx))
  for (const entry of evicted) mempool.evictEntry(entry)
  try {
    const missing = await mempool.addTX(tx)
    if (missing !== null) {
      mempool.removeOrphan(tx.hash("hex"))
      throw new Error("bad-txns-inputs-missingorspent")
    }
  } catch (error) {
    await node.addAgain(evicted.map((entry) => entry.tx))
    const reason = error instanceof Error && "reason" in error ? String(error.reason) : messageOf(error)
    throw new RequestError(`The network refused it: ${reason}`)
  } finally {
    node.save()
  }
  return tx.txid()
}
