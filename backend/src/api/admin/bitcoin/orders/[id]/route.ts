import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { answerPanel } from "../../answer-panel"

/** An order's payment: how it stands, its invoices, and what may be done now. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await answerPanel(req, res, req.params.id ?? "")
}
