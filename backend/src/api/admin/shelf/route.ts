import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { shelfQuerySchema, viewShelf } from "../../../workflows/shelf/view-shelf"
import { fieldErrors, refuseStaff } from "../staff-answers"

/** `GET /admin/shelf?view=&q=&offset=&limit=`: what there is, with stock, badge, and what is missing. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const query = shelfQuerySchema.safeParse(request.query)
  if (query.success) response.json(await viewShelf(request.scope, query.data))
  else refuseStaff(response, 400, "That list does not exist.", fieldErrors(query.error))
}
