import { ChainUnavailable, type ChainSource } from "../ports/chain-source"
import { judgeClaim, openClaims, type Claim, type ClaimVerdict } from "../repository/claims"
import type { Connection } from "medusa-payments/database"

/** A flood of invented ids must not slow the watcher down. */
const MAX_PER_POLL = 5

/** The answer is kept for staff. A claim that pays only requests a poll of the address, where money is counted as always. */
export async function checkClaims(db: Connection, chain: ChainSource, now: number): Promise<void> {
  const limit = Math.min(MAX_PER_POLL, chain.requestsAvailable?.() ?? MAX_PER_POLL)
  for (const claim of await openClaims(db, now, limit)) {
    await judgeClaim(db, claim, await verdictOn(claim, chain), now)
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
