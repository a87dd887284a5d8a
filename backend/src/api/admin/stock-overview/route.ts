import { stockOverviewQuerySchema, viewStockOverview } from "../../../staff/stock-overview"
import { staffRoute } from "../staff-route"

export const GET = staffRoute(({ scope, read }) =>
  viewStockOverview(scope, read(stockOverviewQuerySchema, "That list does not exist.")),
)
