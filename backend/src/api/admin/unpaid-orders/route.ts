import { readUnpaidClients } from "../../../platform/medusa-tables/unpaid-orders"
import { staffRoute } from "../staff-route"

/** `GET /admin/unpaid-orders`: clients with several unpaid orders, and what they hold. */
export const GET = staffRoute(({ scope }) => readUnpaidClients(scope))
