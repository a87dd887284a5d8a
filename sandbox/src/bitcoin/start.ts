import { resolve } from "node:path"
import { type Server, startServer } from "../process/child.js"

export interface BitcoinOptions {
  /** Kept between starts: chain, mempool and the payer's key */
  dataDir: string
  /** [0: a free one] */
  port?: number
  /** Seconds between automatic blocks [0: none] */
  blockSeconds?: number
  /** Where the merchant's Lightning node answers; 0: a free port [no Lightning network] */
  lightningPort?: number
  /** [`dataDir`.log] */
  logFile?: string
}

/**
 * Starts a regtest network with one node in a separate process. `url` has an Esplora-compatible HTTP API, and commands
 * under /sandbox that pay, mine, replace, double-spend and reorganise. With Lightning, `details` say where and with what credentials.
 */
export function startBitcoin(options: BitcoinOptions): Promise<Server> {
  const dataDir = resolve(options.dataDir)
  return startServer({
    name: "the Bitcoin network",
    beside: import.meta.url,
    env: {
      BITCOIN_DATA: dataDir,
      ESPLORA_PORT: String(options.port ?? 0),
      BLOCK_SECONDS: String(options.blockSeconds ?? 0),
      ...(options.lightningPort !== undefined && { LIGHTNING_PORT: String(options.lightningPort) }),
    },
    logFile: options.logFile ?? `${dataDir}.log`,
  })
}
