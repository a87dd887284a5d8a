import { paymentPanel } from "../../../../../payments/panel"
import { staffRoute } from "../../../staff-route"

export const GET = staffRoute(async ({ scope, id }) => ({ panel: await paymentPanel(scope, id) }))
