import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { cardActionSchema } from "@shop/contracts/staff-payments"
import { paymentPanel } from "../../../../../payments/panel"
import { runCardAction } from "../../../../../workflows/payment-actions/run-card-action"
import { staffMember } from "../../../staff-member"
import { parseStaffInput } from "../../../staff-input"

/** Runs a staff action on a card payment, and answers with its order's payment afterwards. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const action = parseStaffInput(cardActionSchema, req.body)
  const orderId = await runCardAction(req.scope, req.params.id ?? "", action, await staffMember(req))
  res.set("cache-control", "no-store").json({ panel: await paymentPanel(req.scope, orderId) })
}
