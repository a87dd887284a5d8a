import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readRefundableLines } from "../../../../../refund-choice"
import { readPayments } from "../../../../../review"

export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const id = req.params["id"] ?? ""
  const [payments, lines] = await Promise.all([
    readPayments(req.scope, id),
    readRefundableLines(req.scope, id),
  ])
  res.json({ payments, lines })
}
