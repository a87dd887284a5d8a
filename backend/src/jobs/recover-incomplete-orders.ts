import type { MedusaContainer } from "@medusajs/framework/types"
import { singleFlight } from "medusa-payment-bitcoin/watcher"
import { finishMethodChanges } from "../workflows/order-changes/change-payment-method"
import { recoverIncompleteOrders } from "../workflows/place-order/recover"
import { recoverCancellations } from "../workflows/recover-cancellations"

/** How far back the first run of a process looks, and how far each later run overlaps the one before. */
const FIRST_MS = 24 * 60 * 60 * 1000
const OVERLAP_MS = 60_000

let since: Date | null = null

export default singleFlight(async (container: MedusaContainer) => {
  const now = Date.now()
  const oldestFailure = await recoverIncompleteOrders(container, since ?? new Date(now - FIRST_MS))
  since = oldestFailure ?? new Date(now - OVERLAP_MS)
  try {
    await recoverCancellations(container)
  } finally {
    await finishMethodChanges(container)
  }
})

export const config = { name: "recover-incomplete-orders", schedule: { interval: 10_000 } }
