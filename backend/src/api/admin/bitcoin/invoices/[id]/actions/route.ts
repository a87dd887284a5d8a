import { paymentActionSchema } from "@shop/contracts/staff-payments"
import { paymentPanel } from "../../../../../../payments/panel"
import { runPaymentAction } from "../../../../../../workflows/payment-actions/run-action"
import { staffRoute } from "../../../../staff-route"

/** Runs a staff action on an invoice, and answers with its order's payment afterwards. */
export const POST = staffRoute(async ({ scope, id, read, member }) => {
  const orderId = await runPaymentAction(scope, id, read(paymentActionSchema), await member())
  return { panel: await paymentPanel(scope, orderId) }
})
