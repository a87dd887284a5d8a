import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { paymentOverview } from "../../../../payments/overview"

/** Open and closed cases, the watcher's health, and the wallet's first addresses. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  res.set("cache-control", "no-store").json({ overview: await paymentOverview(req.scope) })
}
