import { ChainUnavailable, type ChainSource } from "../ports/chain-source"
import type { Claim, ClaimVerdict, Ledger } from "../ports/ledger"

/** Look-ups per poll: a flood of invented ids must not keep the watcher from its work. */
const AT_MOST = 5

/**
 * Asks the chain about the transaction ids that buyers sent. The answer is kept for staff; a true one only has the
 * invoice's address polled, and money is counted there, where it always is.
 */
export async function checkClaims(ledger: Ledger, chain: ChainSource, now: number): Promise<void> {
  for (const claim of await ledger.openClaims(now, AT_MOST)) {
    await ledger.judgeClaim(claim, await verdictOn(claim, chain))
  }
}

async function verdictOn(claim: Claim, chain: ChainSource): Promise<ClaimVerdict> {
  try {
    const transaction = await chain.transaction(claim.transactionId)
    if (transaction === null) return "not_found"
    return transaction.outputs.some(({ address }) => address === claim.address) ? "pays" : "mismatch"
  } catch (error) {
    if (error instanceof ChainUnavailable) return "unknown"
    throw error
  }
}
