import { cardActionSchema } from "@shop/contracts/staff-payments"
import { paymentPanel } from "../../../../../payments/panel"
import { runCardAction } from "../../../../../workflows/payment-actions/run-card-action"
import { staffRoute } from "../../../staff-route"

/** Runs a staff action on a card payment, and answers with its order's payment afterwards. */
export const POST = staffRoute(async ({ scope, id, read, member }) => {
  const orderId = await runCardAction(scope, id, read(cardActionSchema), await member())
  return { panel: await paymentPanel(scope, orderId) }
})
