import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { stockOverviewQuerySchema, viewStockOverview } from "../../../staff/stock-overview"
import { fieldErrors, sendStaffError } from "../staff-answers"

/** `GET /admin/stock-overview?view=&q=&offset=&limit=`: what there is, with stock, badge, and what is missing. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const query = stockOverviewQuerySchema.safeParse(request.query)
  if (query.success) response.json(await viewStockOverview(request.scope, query.data))
  else sendStaffError(response, 400, "That list does not exist.", fieldErrors(query.error))
}
