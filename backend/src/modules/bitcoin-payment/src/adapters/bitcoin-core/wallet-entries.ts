import type { ChainTransaction, LostTransaction, PresentOutput, Txid } from "../../ports/chain-source"
import type { Place, WalletTransaction } from "./answers"

/* What the numbers of the node's wallet mean. */

/** A block's reward may be spent from this many confirmations on; before, a reorganisation would erase it. */
const MATURE = 101

/** What became of a transaction that is looked up; null: it is in a block or waits. */
export function lossOf(
  txid: Txid,
  found: WalletTransaction | null,
  enteredAt: number | null,
): LostTransaction | null {
  if (found === null) return { txid, status: "gone" }
  if (found.confirmations > 0 || enteredAt !== null) return null
  const isConflicted = found.confirmations < 0 || found.mempoolconflicts.length > 0
  return { txid, status: isConflicted ? "conflicted" : "gone" }
}

export function placeOf(place: Place): Pick<PresentOutput, "status" | "height" | "blockHash" | "blockTime"> {
  const isImmature = place.generated === true && place.confirmations < MATURE
  if (place.confirmations <= 0 || isImmature)
    return { status: "mempool", height: null, blockHash: null, blockTime: null }
  return {
    status: "confirmed",
    height: place.blockheight ?? null,
    blockHash: place.blockhash ?? null,
    blockTime: place.blocktime === undefined ? null : place.blocktime * 1000,
  }
}

export function partsOf({
  vin,
  vout,
}: WalletTransaction["decoded"]): Pick<ChainTransaction, "inputs" | "outputs"> {
  return {
    inputs: vin.flatMap(({ txid, vout: index }) =>
      txid === undefined || index === undefined ? [] : [{ txid, vout: index }],
    ),
    outputs: vout.map(({ n, value, scriptPubKey }) => ({
      vout: n,
      address: scriptPubKey.address ?? null,
      amount: value,
    })),
  }
}

/** One entry for each output: coins that the wallet sent to itself are listed as sent and as received. */
export function distinct(outputs: readonly PresentOutput[]): PresentOutput[] {
  return [...new Map(outputs.map((output) => [`${output.txid}:${output.vout}`, output])).values()]
}
