import { paymentOverview } from "../../../../payments/overview"
import { staffRoute } from "../../staff-route"

/** Open and closed cases, the watcher's health, and the wallet's first addresses. */
export const GET = staffRoute(async ({ scope }) => ({ overview: await paymentOverview(scope) }))
