import type { CampaignNetwork, NodeOutput } from "./network"
import type { Quote } from "./observer"

/** The network's outputs, without the shop and without faults. */
export interface NodeState {
  outputsTo(address: string): Promise<NodeOutput[]>
  /** Records the outputs that have enough confirmations now: a reorganisation may remove them after their capture. */
  remember(quotes: Iterable<Quote>): Promise<void>
  /** Outputs to this address that had enough confirmations at any call of `remember`. */
  everDeep(address: string): readonly NodeOutput[]
}

export function trackNodeState({ outputsTo }: Pick<CampaignNetwork, "outputsTo">): NodeState {
  const deep = new Map<string, Map<string, NodeOutput>>()
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
