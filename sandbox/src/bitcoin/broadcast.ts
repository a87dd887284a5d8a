import type { MempoolEntry, Tx } from "./bcoin.js"
import type { RegtestNode } from "./node.js"

/** An error of Bitcoin Core 28's `sendrawtransaction`: code and message (rpc/protocol.h, validation.cpp). */
export class Rejected extends Error {
  constructor(
    readonly code: -25 | -26 | -27,
    message: string,
  ) {
    super(message)
  }
}

const MIN_RELAY_SATS_PER_VBYTE = 1

/** The mempool's transactions that spend what this one spends. */
function conflictsOf(node: RegtestNode, tx: Tx): MempoolEntry[] {
  const found = new Map<string, MempoolEntry>()
  for (const { prevout } of tx.inputs) {
    const spender = node.mempool.getSpent(prevout.hash, prevout.index)
    if (spender !== undefined) found.set(spender.tx.hash("hex"), spender)
  }
  return [...found.values()]
}

/** Mempool transactions with their descendants: everything that a replacement evicts. */
export function withDescendants(node: RegtestNode, entries: readonly MempoolEntry[]): MempoolEntry[] {
  const all = new Map<string, MempoolEntry>()
  for (const entry of entries) {
    for (const each of [entry, ...node.mempool.getDescendants(entry)]) all.set(each.tx.hash("hex"), each)
  }
  return [...all.values()]
}

/**
 * Accepts a transaction into the mempool like Bitcoin Core 28. A higher fee replaces transactions with the same inputs;
 * bcoin does not implement replacement, so they are evicted here.
 * @throws Rejected
 */
export async function broadcast(node: RegtestNode, tx: Tx): Promise<string> {
  if (node.mempool.getEntry(tx.hash("hex")) !== undefined) return tx.txid()
  const evicted = withDescendants(node, conflictsOf(node, tx))
  await checkFee(node, tx, evicted)
  for (const { tx: old } of evicted) {
    const entry = node.mempool.getEntry(old.hash("hex"))
    if (entry !== undefined) node.mempool.evictEntry(entry)
  }
  try {
    const missing = await node.mempool.addTX(tx)
    if (missing !== null) {
      node.mempool.removeOrphan(tx.hash("hex"))
      throw new Rejected(-25, "bad-txns-inputs-missingorspent")
    }
  } catch (error) {
    await node.addAgain(evicted.map((entry) => entry.tx))
    throw error instanceof Rejected ? error : rejectionOf(error)
  } finally {
    node.save()
  }
  return tx.txid()
}

async function checkFee(node: RegtestNode, tx: Tx, evicted: readonly MempoolEntry[]): Promise<void> {
  const view = await node.mempool.getSpentView(tx)
  if (tx.inputs.some((input) => view.getCoinFor(input) === null)) return // addTX reports it
  const fee = tx.getFee(view)
  const relayFee = tx.getVirtualSize() * MIN_RELAY_SATS_PER_VBYTE
  if (fee < relayFee) throw new Rejected(-26, `min relay fee not met, ${fee} < ${relayFee}`)
  const needed = evicted.reduce((sum, entry) => sum + entry.fee, 0) + relayFee
  if (evicted.length > 0 && fee < needed) {
    throw new Rejected(
      -26,
      `insufficient fee, rejecting replacement ${tx.txid()}, not enough additional fees to relay`,
    )
  }
}

function rejectionOf(error: unknown): Rejected {
  const reason =
    error !== null && typeof error === "object" && "reason" in error ? String(error.reason) : String(error)
  if (reason === "txn-already-known") return new Rejected(-27, "Transaction outputs already in utxo set")
  return new Rejected(-26, reason)
}
