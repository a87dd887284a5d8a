import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { BITCOIN_PAYMENT } from "../../../../modules/bitcoin-payment"
import { listOrdersWithCases } from "medusa-payments/review"

export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { health } = req.scope.resolve(BITCOIN_PAYMENT)
  const [open, { ok, lastPollAt, failure }] = await Promise.all([
    listOrdersWithCases(req.scope),
    health.ofWatcher(),
  ])
  const last_poll_at = lastPollAt === null ? null : new Date(lastPollAt).toISOString()
  res.json({ ...open, watcher: { ok, last_poll_at, failure } })
}
