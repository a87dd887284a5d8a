import type { Environment } from "./schema"
import { environment } from "./index"

const EXPLORERS: Record<Environment["BITCOIN_NETWORK"], string | null> = {
  mainnet: "https://mempool.space/tx/{txid}",
  testnet: "https://mempool.space/testnet/tx/{txid}",
  testnet4: "https://mempool.space/testnet4/tx/{txid}",
  signet: "https://mempool.space/signet/tx/{txid}",
  regtest: null,
}

/** The address of a transaction's page, with `{txid}`; null on a private network. */
export function transactionUrl(): string | null {
  return environment.BITCOIN_EXPLORER_URL ?? EXPLORERS[environment.BITCOIN_NETWORK]
}

export function transactionPage(txid: string): string | null {
  return transactionUrl()?.replace("{txid}", txid) ?? null
}
