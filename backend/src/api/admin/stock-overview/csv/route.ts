import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { importProducts } from "../../../../catalogue/csv/import-products"
import { writeProductCsv } from "../../../../catalogue/csv/cells"
import { asCsvFile } from "../../csv-file"
import { fieldErrors, sendStaffError } from "../../staff-answers"

/** `GET /admin/stock-overview/csv`: all products as a table. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const day = new Date().toISOString().slice(0, 10)
  asCsvFile(response, `products-${day}.csv`).send(await writeProductCsv(request.scope))
}

const importSchema = z.strictObject({
  csv: z.string().min(1, "Choose a file."),
  /** The name of the plan that was looked at; without it the file is only looked at. */
  plan: z.string().optional(),
})

/** `POST /admin/stock-overview/csv`: what a table would change, line by line; with the name of that plan it is done. */
export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const asked = importSchema.safeParse(request.body)
  if (!asked.success) {
    sendStaffError(response, 400, "Choose a file.", fieldErrors(asked.error))
    return
  }
  const outcome = await importProducts(request.scope, asked.data.csv, asked.data.plan)
  if (outcome.ok) response.json(outcome.report)
  else sendStaffError(response, outcome.reason === "outdated" ? 409 : 400, outcome.sentence)
}
