import { createServer } from "node:http"
import { GENESIS } from "../../src/modules/bitcoin-payment/src/adapters/genesis"
import { listenOnLoopback } from "../../src/modules/bitcoin-payment/src/adapters/testing/loopback"

const UNUSED = { chain_stats: { tx_count: 0 }, mempool_stats: { tx_count: 0 } }

/** An Esplora-compatible API of a network with only the genesis block, for specs without payments. */
export function startQuietChain(): Promise<{ url: string; stop: () => Promise<void> }> {
  return listenOnLoopback(
    createServer((request, response) => {
      const path = request.url ?? ""
      if (path === `/block/${GENESIS.regtest}`)
        response.end(JSON.stringify({ height: 0, timestamp: 1_296_688_602 }))
      else if (path === "/blocks/tip/hash" || path === "/block-height/0") response.end(GENESIS.regtest)
      else if (/^\/address\/\w+$/.test(path)) response.end(JSON.stringify(UNUSED))
      else if (/^\/address\/\w+\/txs/.test(path)) response.end("[]")
      else response.writeHead(404).end()
    }),
  )
}
