import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readPayments } from "../../../../../review"

/** The payments of an order, with what staff may do about each. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ payments: await readPayments(req.scope, req.params["id"] ?? "") })
}
