import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { paymentActionSchema } from "@shop/contracts/staff-payments"
import { paymentPanel } from "../../../../../../payments/panel"
import { runPaymentAction } from "../../../../../../workflows/payment-actions/run-action"
import { staffMember } from "../../../../staff-member"
import { parseStaffInput } from "../../../../staff-input"

/** Runs a staff action on an invoice, and answers with its order's payment afterwards. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const action = parseStaffInput(paymentActionSchema, req.body)
  const orderId = await runPaymentAction(req.scope, req.params.id ?? "", action, await staffMember(req))
  res.set("cache-control", "no-store").json({ panel: await paymentPanel(req.scope, orderId) })
}
