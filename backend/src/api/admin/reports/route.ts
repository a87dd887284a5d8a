import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readReport, spanSchema } from "../../../reports/read-report"
import { databaseOf } from "../../../query/database"
import { staffsInput } from "../staffs-input"

/** `GET /admin/reports?from=…&to=…`: the report of these days. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse) {
  const span = staffsInput(spanSchema, request.query)
  response.json({ report: await readReport(databaseOf(request.scope), span) })
}
