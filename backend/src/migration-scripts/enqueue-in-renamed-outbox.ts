import type { ExecArgs } from "@medusajs/framework/types"
import enqueueAmountChanges from "./enqueue-amount-changes"
import enqueueOrderCorrections from "./enqueue-order-corrections"
import enqueueOrderNotifications from "./enqueue-order-notifications"

/** Medusa runs a script once: in a database that had them, these triggers name the outbox's former table. */
export default async function enqueueInRenamedOutbox(args: ExecArgs): Promise<void> {
  for (const define of [enqueueAmountChanges, enqueueOrderCorrections, enqueueOrderNotifications])
    await define(args)
}
