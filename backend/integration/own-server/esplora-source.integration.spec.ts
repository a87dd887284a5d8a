import {
  describeRemoteChainSource,
  type RemoteChainUnderTest,
} from "../../src/modules/bitcoin-payment/src/adapters/chain-source.contract"
import { readDescriptor } from "../../src/modules/bitcoin-payment/src/adapters/descriptor"
import { Esplora } from "../../src/modules/bitcoin-payment/src/adapters/esplora"
import { TEST_DESCRIPTOR } from "../../src/modules/bitcoin-payment/src/adapters/testing/test-descriptor"
import { startFlakyFront } from "../../src/modules/bitcoin-payment/src/adapters/testing/flaky-server"
import { startRegtest } from "../harness/regtest"

describeRemoteChainSource("Esplora over a regtest node", async (): Promise<RemoteChainUnderTest> => {
  const network = await startRegtest()
  const front = await startFlakyFront(network.url)
  const addresses = readDescriptor(TEST_DESCRIPTOR, "regtest")
  let index = 0
  return {
    source: new Esplora({ url: front.url, network: "regtest", timeoutMs: 2000 }),
    misled: new Esplora({ url: front.url, network: "signet", timeoutMs: 2000 }),
    front,
    freshAddress: () => addresses.addressAt((index += 1)),
    foreignAddress: addresses.addressAt(9_999),
    pay: (payments) => network.payMany(payments),
    replace: (txid, to) => network.replace(txid, to),
    doubleSpend: (txid) => network.doubleSpend(txid),
    mine: (blocks) => network.mine(blocks),
    reorganise: (depth, options) => network.reorganise(depth, options),
    stop: async () => {
      await front.stop()
      await network.stop()
    },
  }
})
