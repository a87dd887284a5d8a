import type { AddressGate } from "./application/address-gate"
import { checkClaims } from "./application/check-claims"
import { reconcile, type ReconcileParts } from "./application/reconcile"
import { ChainUnavailable } from "./ports/chain-source"
import type { Wallet } from "./ports/ledger"

export interface WatcherParts extends ReconcileParts {
  readonly wallet: Wallet
  readonly gate: Pick<AddressGate, "warm">
  readonly onFailure: (error: unknown) => void
}

/** A source that fails is left alone for 1, 2, 4 … seconds, at most a minute, or for as long as it asks. */
const LONGEST_PAUSE_MS = 60_000

/**
 * The loop's body: one look at the chain by whichever process leads. A failed look changes nothing but the record
 * of it; the next one starts from the same facts.
 */
export function createWatcher(parts: WatcherParts): { look(): Promise<void> } {
  const { ledger, chain, clock, wallet, gate } = parts
  let isFirst = true
  let failures = 0
  let quietUntil = 0

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      failures = 0
    } catch (error) {
      failures += 1
      const asked = error instanceof ChainUnavailable ? (error.retryAfterMs ?? 0) : 0
      quietUntil = clock() + Math.max(asked, Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (failures - 1)))
      parts.onFailure(error)
      await ledger.recordLook(wallet, { failure: error instanceof Error ? error.message : String(error) })
    }
  }

  async function lead(): Promise<void> {
    await gate.warm()
    await chain.follow(await ledger.nextIndex(wallet))
    await ledger.takeSearch(wallet, async (fromHeight) => chain.searchAgain?.(fromHeight))
    const look = await reconcile(parts, await ledger.lastLook(wallet), isFirst)
    await ledger.recordLook(wallet, look)
    await checkClaims(ledger, chain, look.startedAt)
    isFirst = false
  }

  return {
    async look() {
      if (clock() < quietUntil) return
      const hasLed = await ledger.whileLeading(() => attempt(lead))
      if (hasLed) return
      // Whoever takes the lead over begins with a full look: it cannot know what the last leader had asked for.
      isFirst = true
      // Checkouts come to every process.
      await attempt(() => gate.warm())
    },
  }
}
