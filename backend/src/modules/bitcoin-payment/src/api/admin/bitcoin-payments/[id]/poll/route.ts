import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { orUnavailable } from "../../../../respond"
import { pollPayment } from "../../../../../workflows/review-payments"

/** Polls the blockchain for this payment now. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await orUnavailable(res, async () => {
    await pollPayment(req.scope, req.params["id"] ?? "")
    res.json({ success: true })
  })
}
