import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { readReport, spanSchema } from "../../../../orders/reports/read-report"
import { daysCsv, sellersCsv } from "../../../../orders/reports/report-csv"
import { BYTE_ORDER_MARK } from "../../../../platform/csv"
import { asCsvFile } from "../../csv-file"
import { parseStaffInput } from "../../staff-input"

const TABLES = { sales: daysCsv, sellers: sellersCsv }
const query = spanSchema.and(z.object({ table: z.enum(["sales", "sellers"]).default("sales") }))

/** `GET /admin/reports/csv?from=…&to=…&table=sales|sellers`: the report as CSV. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse) {
  const { table, ...span } = parseStaffInput(query, request.query)
  const report = await readReport(request.scope, span)
  asCsvFile(response, `${table}-${span.from}-to-${span.to}.csv`).send(BYTE_ORDER_MARK + TABLES[table](report))
}
