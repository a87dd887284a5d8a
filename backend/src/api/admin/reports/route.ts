import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readReport, spanSchema } from "../../../orders/reports/read-report"
import { parseStaffInput } from "../staff-input"

/** `GET /admin/reports?from=…&to=…`: the report of these days. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse) {
  const span = parseStaffInput(spanSchema, request.query)
  response.json({ report: await readReport(request.scope, span) })
}
