import {
  describeRemoteChainSource,
  type RemoteChainUnderTest,
} from "../../src/modules/bitcoin-payment/src/adapters/chain-source.contract"
import { readDescriptor } from "../../src/modules/bitcoin-payment/src/adapters/descriptor"
import { Esplora } from "../../src/modules/bitcoin-payment/src/adapters/esplora"
import {
  OWNERS_DESCRIPTOR,
  signedByOwner,
} from "../../src/modules/bitcoin-payment/src/adapters/testing/test-signer"
import { prepareRefunds, readSigned } from "../../src/modules/bitcoin-payment/src/adapters/refund-psbt"
import { satoshis } from "../../src/modules/bitcoin-payment/src/domain/satoshis"
import { startFlakyFront } from "../../src/modules/bitcoin-payment/src/adapters/testing/flaky-server"
import { startRegtest } from "../harness/regtest"

describeRemoteChainSource("Esplora over a regtest node", async (): Promise<RemoteChainUnderTest> => {
  const network = await startRegtest()
  const front = await startFlakyFront(network.url)
  const addresses = readDescriptor(OWNERS_DESCRIPTOR, "regtest")
  const source = new Esplora({ url: front.url, network: "regtest", timeoutMs: 2000 })
  let index = 0
  return {
    source,
    misled: new Esplora({ url: front.url, network: "signet", timeoutMs: 2000 }),
    front,
    freshAddress: () => addresses.addressAt((index += 1)),
    spend: async ({ address, ...output }, to) => {
      const spent = Array.from({ length: index + 1 }, (_, at) => at).find(
        (at) => addresses.addressAt(at) === address,
      )
      if (spent === undefined || addresses.signing === null) throw new Error("an address of others")
      const psbt =
        prepareRefunds("regtest", addresses.signing, {
          coins: [{ ...output, index: spent }],
          payouts: [{ address: to, sats: satoshis(40_000n) }],
          ...{ feeRate: 2, changeIndex: 0 },
        })?.psbt ?? ""
      const signed = readSigned(signedByOwner(psbt), psbt)
      if (!signed.ok) throw new Error(signed.reason)
      await source.broadcast(signed.hex)
      return (await source.spendOf(output))?.txid ?? ""
    },
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
