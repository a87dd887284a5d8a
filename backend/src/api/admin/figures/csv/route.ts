import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { figuresCsv, readFigures, sellersCsv, spanSchema } from "../../../../figures"
import { BYTE_ORDER_MARK } from "../../../../query/csv"
import { databaseOf } from "../../../../query/database"
import { asCsvFile } from "../../csv-file"
import { staffsInput } from "../../staffs-input"

const TABLES = { sales: figuresCsv, sellers: sellersCsv }
const query = spanSchema.and(z.object({ table: z.enum(["sales", "sellers"]).default("sales") }))

/** `GET /admin/figures/csv?from=…&to=…&table=sales|sellers`: the numbers for a spreadsheet. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse) {
  const { table, ...span } = staffsInput(query, request.query)
  const figures = await readFigures(databaseOf(request.scope), span)
  asCsvFile(response, `${table}-${span.from}-to-${span.to}.csv`).send(
    BYTE_ORDER_MARK + TABLES[table](figures),
  )
}
