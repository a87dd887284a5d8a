import { resolve } from "node:path"
import { beside, type Child, startServer } from "../process/child.js"
import { inheritedEnvironment } from "../process/environment.js"

export interface BitcoinOptions {
  /** Kept between starts: chain, mempool and the payer's key */
  dataDir: string
  /** [0: one that is free] */
  port?: number
  /** A block every so many seconds [0: only on demand] */
  blockSeconds?: number
  /** [`dataDir`.log] */
  logFile?: string
}

/**
 * A real Bitcoin network of one node (regtest) as a process of its own. `url` answers like Blockstream's Esplora and,
 * under /sandbox, pays, mines, replaces, double-spends and reorganises.
 */
export function startBitcoin(options: BitcoinOptions): Promise<Child & { url: string }> {
  const dataDir = resolve(options.dataDir)
  return startServer({
    name: "the Bitcoin network",
    script: beside(import.meta.url, "./main.ts"),
    cwd: "/",
    env: {
      ...inheritedEnvironment(),
      BITCOIN_DATA: dataDir,
      ESPLORA_PORT: String(options.port ?? 0),
      BLOCK_SECONDS: String(options.blockSeconds ?? 0),
    },
    logFile: options.logFile ?? `${dataDir}.log`,
  })
}
