import { createHash } from "node:crypto"
import { createServer } from "node:http"
import { GENESIS } from "../backend/src/modules/bitcoin-payment/src/adapters/genesis"
import { listenOnLoopback } from "../backend/src/modules/bitcoin-payment/src/adapters/testing/loopback"

interface Payment {
  txid: string
  address: string
  sats: number
  height: number | null
}

/** A fast Esplora-compatible API with a few payments that counts its calls. */
export interface EsploraStandIn {
  url: string
  calls(): number
  pay(address: string, sats: number): void
  mine(): void
  stop(): Promise<void>
}

/** @param isThrottled whether the next request is answered with 429 */
export async function startEsploraStandIn(isThrottled: () => boolean = () => false): Promise<EsploraStandIn> {
  const payments: Payment[] = []
  let height = 500
  let calls = 0
  const hashOf = (what: string) => createHash("sha256").update(what).digest("hex")
  const told = ({ txid, address, sats, height: block }: Payment) => ({
    txid,
    vout: [{ scriptpubkey_address: address, value: sats }],
    status:
      block === null
        ? { confirmed: false }
        : {
            confirmed: true,
            block_height: block,
            block_hash: hashOf(`block ${String(block)}`),
            block_time: Math.floor(Date.now() / 1000),
          },
  })
  const answer = (path: string): string | null => {
    const [, kind, id] = path.split("/")
    if (kind === "block") return JSON.stringify({ height, timestamp: Math.floor(Date.now() / 1000) })
    if (path === "/blocks/tip/hash") return hashOf(`block ${String(height)}`)
    if (kind === "block-height") return GENESIS.regtest
    if (kind === "tx") {
      const payment = payments.find(({ txid }) => txid === id)
      return payment ? JSON.stringify(told(payment)) : null
    }
    const paying = payments.filter(({ address }) => address === id)
    if (path.endsWith("/txs")) return JSON.stringify(paying.map(told))
    return JSON.stringify({ chain_stats: { tx_count: paying.length }, mempool_stats: { tx_count: 0 } })
  }
  const server = createServer((request, response) => {
    calls += 1
    if (isThrottled()) {
      response.writeHead(429).end("Too Many Requests")
      return
    }
    const text = answer(request.url ?? "")
    response.writeHead(text === null ? 404 : 200).end(text ?? "Transaction not found")
  })
  return {
    ...(await listenOnLoopback(server)),
    calls: () => calls,
    pay: (address, sats) => {
      payments.push({ txid: hashOf(`payment ${String(payments.length)}`), address, sats, height: null })
    },
    mine: () => {
      height += 1
      for (const payment of payments) payment.height ??= height
    },
  }
}
