import { stockOverviewQuerySchema, viewStockOverview } from "../../../catalogue/stock/stock-overview"
import { staffRoute } from "../staff-route"

export const GET = staffRoute(({ scope, read }) =>
  viewStockOverview(scope, read(stockOverviewQuerySchema, "That list does not exist.")),
)
