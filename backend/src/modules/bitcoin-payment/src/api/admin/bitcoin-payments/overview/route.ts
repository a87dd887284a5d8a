import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { BITCOIN_PAYMENT } from "../../../../modules/bitcoin-payment"
import { readOpenCases } from "../../../../workflows/open-cases"

const NOTHING = { cases: [], has_more: false, watcher: null }

/**
 * The orders whose payment needs a person, and whether the blockchain is polled. Empty where the application settles its
 * orders itself: it has its own pages.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { isAutomatic, health } = req.scope.resolve(BITCOIN_PAYMENT)
  if (!isAutomatic) {
    res.json(NOTHING)
    return
  }
  const [open, { ok, lastPollAt, failure }] = await Promise.all([
    readOpenCases(req.scope),
    health.ofWatcher(),
  ])
  const last_poll_at = lastPollAt === null ? null : new Date(lastPollAt).toISOString()
  res.json({ ...open, watcher: { ok, last_poll_at, failure } })
}
