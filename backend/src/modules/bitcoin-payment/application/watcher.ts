import type { Wallet } from "../domain/stored-invoice"
import { ChainUnavailable } from "../ports/chain-source"
import { lastPoll, recordPoll, startRequestedRescan } from "../repository/polling"
import { nextIndex } from "../repository/wallets"
import type { AddressPool } from "./address-pool"
import { checkClaims } from "./check-claims"
import { reconcile, type ReconcileParts } from "./reconcile"

export interface WatcherParts extends ReconcileParts {
  readonly wallet: Wallet
  readonly addressPool: Pick<AddressPool, "prefetch">
  readonly onFailure: (error: unknown) => void
}

export interface Watcher {
  /** Polls the chain once. Only the leader calls this. */
  poll(): Promise<void>
  /** Verifies the next addresses for this process's checkouts while another process leads. */
  standBy(): Promise<void>
}

/** After a failure the source is left alone for 1, 2, 4 … seconds up to this, or for as long as it asks. */
const MAX_PAUSE_MS = 60_000

/** The body of the watcher's loop. A failed poll changes nothing but the record of it. */
export function createWatcher(parts: WatcherParts): Watcher {
  const { db, chain, clock, wallet, addressPool } = parts
  let isFirst = true
  let failures = 0
  let pausedUntil = 0

  async function attempt(work: () => Promise<void>, onFailure?: (reason: string) => Promise<void>) {
    if (clock() < pausedUntil) return
    try {
      await work()
      failures = 0
    } catch (error) {
      failures += 1
      const requested = error instanceof ChainUnavailable ? (error.retryAfterMs ?? 0) : 0
      pausedUntil = clock() + Math.max(requested, Math.min(MAX_PAUSE_MS, 1000 * 2 ** (failures - 1)))
      parts.onFailure(error)
      await onFailure?.(error instanceof Error ? error.message : String(error))
    }
  }

  return {
    poll: () =>
      attempt(
        async () => {
          await addressPool.prefetch()
          await chain.follow(await nextIndex(db, wallet.id))
          await startRequestedRescan(db, wallet.id, async (fromHeight) => chain.rescan?.(fromHeight))
          const poll = await reconcile(parts, await lastPoll(db, wallet.id), isFirst)
          await recordPoll(db, wallet.id, poll)
          await checkClaims(db, chain, poll.startedAt)
          isFirst = false
        },
        (failure) => recordPoll(db, wallet.id, { failure }),
      ),
    standBy: () => {
      // A new leader begins with a full poll: it cannot know what the last one had asked for.
      isFirst = true
      return attempt(() => addressPool.prefetch())
    },
  }
}
