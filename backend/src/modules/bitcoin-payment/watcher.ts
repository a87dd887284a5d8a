import { checkClaims } from "./application/check-claims"
import { skipUsedAddresses, type OpenInvoiceParts } from "./application/open-invoice"
import { reconcile, type ReconcileParts } from "./application/reconcile"
import { ChainUnavailable } from "./ports/chain-source"

export interface WatcherParts extends ReconcileParts, Pick<OpenInvoiceParts, "wallet" | "addressAt"> {
  readonly onFailure: (error: unknown) => void
}

/** A source that fails is left alone for 1, 2, 4 … seconds, at most a minute, or for as long as it asks. */
const LONGEST_PAUSE_MS = 60_000

/**
 * The loop's body: one look at the chain by whichever process leads. A failed look changes nothing but the record
 * of it; the next one starts from the same facts.
 */
export function createWatcher(parts: WatcherParts): { look(): Promise<void> } {
  const { ledger, chain, clock, wallet } = parts
  let isFirst = true
  let failures = 0
  let quietUntil = 0

  async function attempt(): Promise<void> {
    try {
      if (isFirst) await skipUsedAddresses(parts, chain)
      await chain.follow(await ledger.nextIndex(wallet))
      const look = await reconcile(parts, await ledger.lastLook(wallet), isFirst)
      await ledger.recordLook(wallet, look)
      await checkClaims(ledger, chain, look.startedAt)
      isFirst = false
      failures = 0
    } catch (error) {
      failures += 1
      const asked = error instanceof ChainUnavailable ? (error.retryAfterMs ?? 0) : 0
      quietUntil = clock() + Math.max(asked, Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (failures - 1)))
      parts.onFailure(error)
      await ledger.recordLook(wallet, { failure: error instanceof Error ? error.message : String(error) })
    }
  }

  return {
    async look() {
      if (clock() < quietUntil) return
      const hasLed = await ledger.whileLeading(attempt)
      // Whoever takes the lead over begins with a full look: it cannot know what the last leader had asked for.
      if (!hasLed) isFirst = true
    },
  }
}
