import { z } from "@medusajs/framework/zod"
import { writeProductCsv } from "../../../../catalogue/csv/cells"
import { importProducts } from "../../../../catalogue/csv/import-products"
import { asCsvFile, FormRejection, staffRoute } from "../../staff-route"

export const GET = staffRoute(async ({ scope, response }) => {
  const day = new Date().toISOString().slice(0, 10)
  asCsvFile(response, `products-${day}.csv`).send(await writeProductCsv(scope))
})

const importSchema = z.strictObject({
  csv: z.string().min(1, "Choose a file."),
  /** The name of the plan that was looked at; without it the file is only looked at. */
  plan: z.string().optional(),
})

export const POST = staffRoute(async ({ scope, read }) => {
  const { csv, plan } = read(importSchema, "Choose a file.")
  const outcome = await importProducts(scope, csv, plan)
  if (outcome.ok) return outcome.report
  throw new FormRejection(outcome.reason === "outdated" ? 409 : 400, outcome.sentence)
})
