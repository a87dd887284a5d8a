import { bitcoinClient } from "../../../sandbox/src/testing/bitcoin-client"
import type { Quote } from "./observer"

/** An output according to the node. */
export interface NodeOutput {
  readonly txid: string
  readonly vout: number
  readonly sats: bigint
  /** 0 in the mempool. */
  readonly confirmations: number
}

/** Reads the node directly, without the shop and without faults. */
export interface NodeState {
  outputsTo(address: string): Promise<NodeOutput[]>
  /** Records the outputs that have enough confirmations now: a reorganisation may remove them after their capture. */
  remember(quotes: Iterable<Quote>): Promise<void>
  /** Outputs to this address that had enough confirmations at any call of `remember`. */
  everDeep(address: string): readonly NodeOutput[]
}

export function trackNodeState(url: string): NodeState {
  const client = bitcoinClient(url)
  const deep = new Map<string, Map<string, NodeOutput>>()

  const outputsTo = async (address: string): Promise<NodeOutput[]> => {
    const [tip, transactions] = await Promise.all([client.get("/blocks/tip/height"), client.history(address)])
    const height = Number(tip.text)
    return transactions.flatMap(({ txid, vout, status }) =>
      vout.flatMap((output, index) =>
        output.scriptpubkey_address === address
          ? [
              {
                txid,
                vout: index,
                sats: BigInt(output.value),
                confirmations: status.confirmed ? height - (status.block_height ?? height) + 1 : 0,
              },
            ]
          : [],
      ),
    )
  }
  return {
    outputsTo,
    everDeep: (address) => [...(deep.get(address)?.values() ?? [])],
    async remember(quotes) {
      for (const { address, confirmations } of quotes) {
        const known = deep.get(address) ?? new Map<string, NodeOutput>()
        deep.set(address, known)
        for (const output of await outputsTo(address))
          if (output.confirmations >= confirmations)
            known.set(`${output.txid}:${String(output.vout)}`, output)
      }
    },
  }
}
