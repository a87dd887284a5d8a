import type { Wallet } from "../domain/stored-invoice"
import { ChainUnavailable } from "../ports/chain-source"
import { lastPoll, recordFailure, recordPoll, startRequestedRescan } from "../repository/wallet-polls"
import { watchedWallets } from "../repository/wallets"
import type { AddressPool } from "./address-pool"
import { checkClaims } from "./check-claims"
import { reconcile } from "./reconcile"
import type { ReconcileParts } from "./store-answer"
import { TipGuard } from "./tip-guard"

export interface PollerParts extends ReconcileParts {
  readonly wallet: Wallet
  readonly addressPool: Pick<AddressPool, "prefetch">
}

export interface Poller {
  poll(): Promise<void>
  standBy(): Promise<void>
}

/** After a failure the source is left alone for 1, 2, 4 … seconds up to this, or for as long as it asks. */
const MAX_PAUSE_MS = 60_000

export function createPoller(parts: PollerParts): Poller {
  const { db, chain, clock, wallet, addressPool, onFailure } = parts
  const guard = new TipGuard(chain)
  let failures = 0
  let pausedUntil = 0

  function pause(error: unknown): void {
    failures += 1
    const requested = error instanceof ChainUnavailable ? (error.retryAfterMs ?? 0) : 0
    pausedUntil = clock() + Math.max(requested, Math.min(MAX_PAUSE_MS, 1000 * 2 ** (failures - 1)))
    onFailure(error)
  }

  /** Checkouts need the addresses; a poll does not wait for them. */
  async function prefetch(): Promise<boolean> {
    try {
      await addressPool.prefetch()
      return true
    } catch (error) {
      pause(error)
      return false
    }
  }

  async function pollOnce(): Promise<void> {
    const hasAddresses = await prefetch()
    for (const { id, descriptor, nextIndex } of await watchedWallets(db, wallet.network))
      await (id === wallet.id ? chain.follow(nextIndex) : chain.follow(nextIndex, descriptor))
    await startRequestedRescan(db, wallet.id, async (fromHeight) => chain.rescan?.(fromHeight))
    const { polled, failure, ...poll } = await reconcile(parts, await lastPoll(db, wallet.id), guard)
    if (polled > 0 || failure === null)
      await recordPoll(db, wallet.id, {
        ...poll,
        source: chain.name,
        sourceFailure: chain.unavailableSource?.() ?? null,
        clockOffset: chain.clockOffset?.() ?? null,
      })
    // Progress ends the doubling of the pauses.
    if (polled > 0) failures = 0
    if (failure !== null) {
      if (polled === 0) throw failure
      pause(failure)
      return
    }
    await checkClaims(db, chain, poll.startedAt)
    if (hasAddresses) failures = 0
  }

  return {
    poll: async () => {
      if (clock() < pausedUntil) return
      try {
        await pollOnce()
      } catch (error) {
        pause(error)
        await recordFailure(db, wallet.id, clock(), error)
      }
    },
    standBy: async () => {
      if (clock() >= pausedUntil && (await prefetch())) failures = 0
    },
  }
}
