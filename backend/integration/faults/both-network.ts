import { TEST_DESCRIPTOR } from "../../src/modules/bitcoin-payment/src/adapters/testing/test-descriptor"
import { startCoreOnRegtest } from "../harness/core-on-regtest"
import { startEsploraNetwork } from "./esplora-network"
import type { CampaignNetwork } from "./network"

/** A real regtest node with an Esplora API, and a scripted Bitcoin Core that hears of everything there. */
export async function startBothNetworks(): Promise<CampaignNetwork> {
  const esplora = await startEsploraNetwork()
  let clockAhead = 0
  const clock = () => Math.floor(Date.now() / 1000) + clockAhead
  const core = await startCoreOnRegtest(esplora.url, TEST_DESCRIPTOR, clock)
  const told = async <Result>(change: Promise<Result>): Promise<Result> => {
    const result = await change
    await core.catchUp()
    return result
  }
  return {
    ...esplora,
    sources: [core.front, ...esplora.sources],
    settings: { ...esplora.settings, ...core.settings, BITCOIN_SOURCE: "core,esplora" },
    setNodeClock: async (ahead) => {
      clockAhead = ahead
      await esplora.setNodeClock(ahead)
    },
    pay: (address, sats) => told(esplora.pay(address, sats)),
    payMany: (outputs) => told(esplora.payMany(outputs)),
    mine: (blocks) => told(esplora.mine(blocks)),
    replace: (txid, to) => told(esplora.replace(txid, to)),
    reorganise: (depth, options) => told(esplora.reorganise(depth, options)),
    stop: async () => {
      await core.stop()
      await esplora.stop()
    },
  }
}
