import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { salesLines } from "../../../../payment-review/sales-csv"
import { asCsvFile } from "../../csv-file"
import { parseStaffInput } from "../../staff-input"

const DAY_MS = 24 * 60 * 60 * 1000
const day = z.iso.date("Give a day like 2026-04-06.")
const querySchema = z
  .strictObject({ from: day.default("2009-01-03"), to: day.optional() })
  .transform(({ from, to }) => ({
    name: to === undefined ? "sales.csv" : `sales-${from}-to-${to}.csv`,
    from: new Date(from),
    // The last day is meant whole.
    to: to === undefined ? new Date(Date.now() + DAY_MS) : new Date(Date.parse(to) + DAY_MS),
  }))

/** Sales by every payment method as CSV (RFC 4180, UTF-8), from one day to another (UTC, both included). */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { name, from, to } = parseStaffInput(querySchema, req.query)
  await pipeline(Readable.from(salesLines(req.scope, from, to)), asCsvFile(res, name))
}
