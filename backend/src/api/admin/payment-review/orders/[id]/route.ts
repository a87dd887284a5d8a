import { paymentPanel } from "../../../../../payments/panel"
import { staffRoute } from "../../../staff-route"

/** An order's payment: its status, its invoices, and the actions that are possible now. */
export const GET = staffRoute(async ({ scope, id }) => ({ panel: await paymentPanel(scope, id) }))
