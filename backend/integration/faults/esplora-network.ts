import { startFlakyFront } from "../../src/modules/bitcoin-payment/src/adapters/testing/flaky-server"
import { bitcoinClient } from "../../../sandbox/src/testing/bitcoin-client"
import { startRegtest } from "../harness/regtest"
import type { CampaignNetwork } from "./network"

/** A real regtest node with an Esplora API. */
export async function startEsploraNetwork(): Promise<CampaignNetwork & { readonly url: string }> {
  const regtest = await startRegtest()
  const source = await startFlakyFront(regtest.url)
  const client = bitcoinClient(regtest.url)
  return {
    ...regtest,
    sources: [source],
    setNodeClock: (ahead) => regtest.setMinersClock(ahead),
    settings: { BITCOIN_ESPLORA_URL: source.url },
    node: null,
    outputsTo: async (address) => {
      const [tip, transactions] = await Promise.all([
        client.get("/blocks/tip/height"),
        client.history(address),
      ])
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
    },
    stop: async () => {
      await source.stop()
      await regtest.stop()
    },
  }
}
