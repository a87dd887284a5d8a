import { skipUsedAddresses, type OpenInvoiceParts } from "./application/open-invoice"
import { reconcile, type ReconcileParts } from "./application/reconcile"

export interface WatcherParts extends ReconcileParts, Pick<OpenInvoiceParts, "wallet" | "addressAt"> {
  readonly onFailure: (error: unknown) => void
}

/**
 * The loop's body: one look at the chain by whichever process leads. A failed look changes nothing but the record
 * of it; the next one starts from the same facts.
 */
export function createWatcher(parts: WatcherParts): { look(): Promise<void> } {
  const { ledger, chain, clock, wallet } = parts
  let hasCheckedAddresses = false
  return {
    async look() {
      await ledger.whileLeading(async () => {
        try {
          if (!hasCheckedAddresses) await skipUsedAddresses(parts, chain)
          hasCheckedAddresses = true
          const startedAt = clock()
          const tip = await reconcile(parts)
          await ledger.recordLook(wallet, { startedAt, tip })
        } catch (error) {
          parts.onFailure(error)
          await ledger.recordLook(wallet, { failure: error instanceof Error ? error.message : String(error) })
        }
      })
    },
  }
}
