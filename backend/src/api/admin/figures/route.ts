import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readFigures, spanSchema } from "../../../figures"
import { databaseOf } from "../../../query/database"
import { staffsInput } from "../staffs-input"

/** `GET /admin/figures?from=…&to=…`: what the page of figures shows of these days. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse) {
  const span = staffsInput(spanSchema, request.query)
  response.json({ figures: await readFigures(databaseOf(request.scope), span) })
}
