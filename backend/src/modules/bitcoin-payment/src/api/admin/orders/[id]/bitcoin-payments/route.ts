import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { paymentsOfOrder } from "../../../../../workflows/read-payments"

/** The Bitcoin payments of an order, with what staff may do about each. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ bitcoin_payments: await paymentsOfOrder(req.scope, req.params["id"] ?? "") })
}
