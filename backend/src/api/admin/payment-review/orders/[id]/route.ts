import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { paymentPanel } from "../../../../../payments/panel"

/** An order's payment: its status, its invoices, and the actions that are possible now. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const panel = await paymentPanel(req.scope, req.params.id ?? "")
  res.set("cache-control", "no-store").json({ panel })
}
