import type { AddressPool } from "./application/address-pool"
import { checkClaims } from "./application/check-claims"
import { reconcile, type ReconcileParts } from "./application/reconcile"
import { ChainUnavailable } from "./ports/chain-source"
import type { Wallet } from "./ports/ledger"

export interface WatcherParts extends ReconcileParts {
  readonly wallet: Wallet
  readonly addressPool: Pick<AddressPool, "prefetch">
  readonly onFailure: (error: unknown) => void
}

/** A source that fails is left alone for 1, 2, 4 … seconds, at most a minute, or for as long as it asks. */
const LONGEST_PAUSE_MS = 60_000

/**
 * The loop's body: one poll of the chain by whichever process leads. A failed poll changes nothing but the record
 * of it; the next one starts from the same facts.
 */
export function createWatcher(parts: WatcherParts): { poll(): Promise<void> } {
  const { ledger, chain, clock, wallet, addressPool } = parts
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
      await ledger.recordPoll(wallet, { failure: error instanceof Error ? error.message : String(error) })
    }
  }

  async function lead(): Promise<void> {
    await addressPool.prefetch()
    await chain.follow(await ledger.nextIndex(wallet))
    await ledger.startRequestedRescan(wallet, async (fromHeight) => chain.rescan?.(fromHeight))
    const poll = await reconcile(parts, await ledger.lastPoll(wallet), isFirst)
    await ledger.recordPoll(wallet, poll)
    await checkClaims(ledger, chain, poll.startedAt)
    isFirst = false
  }

  return {
    async poll() {
      if (clock() < quietUntil) return
      const hasLed = await ledger.whileLeading(() => attempt(lead))
      if (hasLed) return
      // Whoever takes the lead over begins with a full poll: it cannot know what the last leader had asked for.
      isFirst = true
      // Checkouts come to every process.
      await attempt(() => addressPool.prefetch())
    },
  }
}
