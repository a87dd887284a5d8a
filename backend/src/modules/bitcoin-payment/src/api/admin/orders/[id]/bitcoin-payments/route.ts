import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { requireAutomatic } from "../../../../respond"
import { paymentsOfOrder } from "../../../../../workflows/review-payments"

/** The Bitcoin payments of an order, with what staff may do about each. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  requireAutomatic(req.scope)
  res.json({ bitcoin_payments: await paymentsOfOrder(req.scope, req.params["id"] ?? "") })
}
