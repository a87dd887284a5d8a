import type { MedusaContainer } from "@medusajs/framework/types"
import { singleFlight } from "../server/single-flight"
import { recoverIncompleteOrders } from "../workflows/place-order/recover-incomplete-orders"

/** How far the first round of a process looks back, and how far each later one overlaps the one before. */
const FIRST_MS = 24 * 60 * 60 * 1000
const OVERLAP_MS = 60_000

let since: Date | null = null

/** Sees to orders that a crash, or a database that went away, cut short. */
export default singleFlight(async (container: MedusaContainer) => {
  const now = Date.now()
  await recoverIncompleteOrders(container, since ?? new Date(now - FIRST_MS))
  since = new Date(now - OVERLAP_MS)
})

export const config = { name: "recover-incomplete-orders", schedule: { interval: 10_000 } }
