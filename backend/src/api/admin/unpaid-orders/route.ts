import { readUnpaidClients } from "../../../platform/medusa-tables/unpaid-orders"
import { staffRoute } from "../staff-route"

export const GET = staffRoute(({ scope }) => readUnpaidClients(scope))
