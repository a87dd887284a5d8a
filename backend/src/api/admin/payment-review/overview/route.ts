import { paymentOverview } from "../../../../payments/overview"
import { staffRoute } from "../../staff-route"

export const GET = staffRoute(async ({ scope }) => ({ overview: await paymentOverview(scope) }))
