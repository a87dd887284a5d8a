import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readRefundable } from "../../../../../refund-choice"
import { readPayments } from "../../../../../review"

export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const id = req.params["id"] ?? ""
  const [payments, refundable] = await Promise.all([
    readPayments(req.scope, id),
    readRefundable(req.scope, id),
  ])
  res.json({ payments, ...refundable })
}
