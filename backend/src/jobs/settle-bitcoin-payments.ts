import type { MedusaContainer } from "@medusajs/framework/types"
import { environment } from "../config"
import { settleBitcoinPayments } from "../workflows/settle-bitcoin/settle"

let isRunning = false

/** The watcher's beat. A round that is still under way is not doubled here, and another process is kept out by its lock. */
export default async function settle(container: MedusaContainer): Promise<void> {
  if (isRunning) return
  isRunning = true
  try {
    await settleBitcoinPayments(container)
  } finally {
    isRunning = false
  }
}

export const config = {
  name: "settle-bitcoin-payments",
  schedule: { interval: environment.BITCOIN_POLL_SECONDS * 1000 },
}
