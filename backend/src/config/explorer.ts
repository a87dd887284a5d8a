import type { Environment } from "./schema"
import { environment } from "./index"

/** Public explorers of each network; on regtest there is none. */
const EXPLORERS: Record<Environment["BITCOIN_NETWORK"], string | null> = {
  mainnet: "https://mempool.space/tx/{txid}",
  testnet: "https://mempool.space/testnet/tx/{txid}",
  signet: "https://mempool.space/signet/tx/{txid}",
  regtest: null,
}

/** Where a transaction can be looked at, or null on a network that nobody else sees. */
export function transactionPage(txid: string): string | null {
  const page = environment.BITCOIN_EXPLORER_URL ?? EXPLORERS[environment.BITCOIN_NETWORK]
  return page?.replace("{txid}", txid) ?? null
}
