import { z } from "@medusajs/framework/zod"
import { readReport, spanSchema } from "../../../../orders/reports/read-report"
import { daysCsv, sellersCsv } from "../../../../orders/reports/report-csv"
import { BYTE_ORDER_MARK } from "../../../../platform/csv"
import { asCsvFile, staffRoute } from "../../staff-route"

const TABLES = { sales: daysCsv, sellers: sellersCsv }
const querySchema = spanSchema.and(z.object({ table: z.enum(["sales", "sellers"]).default("sales") }))

export const GET = staffRoute(async ({ scope, read, response }) => {
  const { table, ...span } = read(querySchema)
  const report = await readReport(scope, span)
  asCsvFile(response, `${table}-${span.from}-to-${span.to}.csv`).send(BYTE_ORDER_MARK + TABLES[table](report))
})
