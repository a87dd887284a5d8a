import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { bitcoinOverview } from "../../../../workflows/payment-review/overview"

/** What needs a person, what was done, how the watcher fares, the wallet's first addresses. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  res.set("cache-control", "no-store").json({ overview: await bitcoinOverview(req.scope) })
}
