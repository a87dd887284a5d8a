import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { BITCOIN_PAYMENT } from "../../../../../modules/bitcoin-payment"
import { paymentsOfOrder } from "../../../../../workflows/review-payments"

/**
 * The Bitcoin payments of an order, with what staff may do about each. None where the application settles its orders
 * itself: it has its own pages.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { isAutomatic } = req.scope.resolve(BITCOIN_PAYMENT)
  const payments = isAutomatic ? await paymentsOfOrder(req.scope, req.params["id"] ?? "") : []
  res.json({ automatic: isAutomatic, bitcoin_payments: payments })
}
