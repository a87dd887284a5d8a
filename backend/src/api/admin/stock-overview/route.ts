import { stockOverviewQuerySchema, viewStockOverview } from "../../../staff/stock-overview"
import { staffRoute } from "../staff-route"

/** `GET /admin/stock-overview?view=&q=&offset=&limit=`: what there is, with stock, badge, and what is missing. */
export const GET = staffRoute(({ scope, read }) =>
  viewStockOverview(scope, read(stockOverviewQuerySchema, "That list does not exist.")),
)
