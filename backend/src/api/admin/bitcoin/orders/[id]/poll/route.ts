import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { requestPoll } from "../../../../../../workflows/payment-review/run-staff-action"
import { answerPanel } from "../../../answer-panel"

/** Looks at the order's addresses now, out of turn. It decides nothing by itself. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const id = req.params.id ?? ""
  await requestPoll(req.scope, id)
  await answerPanel(req, res, id)
}
