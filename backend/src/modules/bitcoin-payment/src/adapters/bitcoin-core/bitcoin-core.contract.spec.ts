import { describeRemoteChainSource, type RemoteChainUnderTest } from "../chain-source.contract"
import { startFlakyFront } from "../testing/flaky-server"
import { BitcoinCore } from "./bitcoin-core"
import { TEST_DESCRIPTOR } from "../testing/test-descriptor"
import { startScriptedCore } from "./testing/scripted-core"

describeRemoteChainSource("Bitcoin Core (scripted)", async (): Promise<RemoteChainUnderTest> => {
  const core = await startScriptedCore(TEST_DESCRIPTOR)
  const front = await startFlakyFront(core.url)
  const options = {
    url: front.url,
    credentials: { cookieFile: core.cookieFile },
    wallet: "shop",
    descriptor: TEST_DESCRIPTOR,
    timeoutMs: 1000,
  }
  const source = new BitcoinCore({ ...options, network: "regtest" })
  await source.tip()
  const spentBy = (txid: string) => {
    const tx = core.chain.transaction(txid)
    if (!tx) throw new Error(`no such transaction: ${txid}`)
    return tx.spends
  }
  let index = 0
  return {
    source,
    front,
    misled: new BitcoinCore({ ...options, network: "testnet" }),
    freshAddress: () => core.addressAt((index += 1)),
    foreignAddress: "bcrt1qforeign",
    pay: async (payments) => core.chain.send(payments).txid,
    replace: async (txid, to) => core.chain.send([{ address: to, sats: 40_000n }], spentBy(txid)).txid,
    doubleSpend: async (txid) => {
      core.chain.mineDirectly([{ address: "bcrt1qforeign", sats: 40_000n }], spentBy(txid))
    },
    spend: async ({ txid, vout }, to) =>
      core.chain.send([{ address: to, sats: 40_000n }], [`${txid}:${vout}`]).txid,
    mine: async (blocks) => {
      core.chain.mine(blocks)
    },
    reorganise: async (depth, { dropTransactions }) => {
      core.chain.reorganise(depth, dropTransactions)
    },
    stop: async () => {
      await front.stop()
      await core.stop()
    },
  }
})
