import { describeChainSource, type ChainUnderTest } from "../adapters/chain-source.contract"
import { TwoSources } from "../adapters/two-sources"
import { satoshis } from "../domain/satoshis"
import { ModelChain } from "./model-chain"
import { ModelSource } from "./model-source"

for (const sees of ["addresses", "everything", "both"] as const)
  describeChainSource(
    sees === "both" ? "Two sources" : `The model chain that sees ${sees}`,
    async (): Promise<ChainUnderTest> => {
      const chain = new ModelChain()
      const faults = {
        outage: 0,
        answers: 0,
        hiccups: 0,
        lags: 0,
        isUnaware: false,
        clock: 0,
        isScrambled: false,
      }
      let index = 0
      const outputsOf = (payments: readonly { address: string; sats: bigint }[]) =>
        payments.map(({ address, sats }) => ({ address, amount: satoshis(sats) }))
      const sourceThat = (kind: "addresses" | "everything") =>
        new ModelSource(kind, chain, faults, (address) => address.startsWith("address-"))
      return {
        source:
          sees === "both"
            ? new TwoSources(sourceThat("everything"), sourceThat("addresses"))
            : sourceThat(sees),
        freshAddress: () => `address-${(index += 1)}`,
        foreignAddress: "elsewhere",
        pay: async (payments) => chain.send(outputsOf(payments)).txid,
        replace: async (txid, to) => {
          const replacement = chain.replace(txid, outputsOf([{ address: to, sats: 40_000n }]))
          return replacement?.txid ?? "nothing was replaced"
        },
        doubleSpend: async (txid) => {
          chain.doubleSpend(txid)
        },
        spend: async ({ txid, vout }, to) =>
          chain.send(outputsOf([{ address: to, sats: 40_000n }]), [`${txid}:${vout}`]).txid,
        mine: async (blocks) => {
          chain.mine(blocks)
        },
        reorganise: async (depth, { dropTransactions }) => {
          chain.reorganise(depth, dropTransactions ? "dropped" : "mempool")
        },
        stop: async () => undefined,
      }
    },
  )
