import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { addDays, atUkHour, ukTime } from "../../../../orders/delivery/uk-clock"
import { salesLines } from "../../../../payments/sales-csv"
import { asCsvFile } from "../../csv-file"
import { parseStaffInput } from "../../staff-input"

/** Before the first bitcoin. */
const EVER = "2009-01-03"
const day = z.iso.date("Give a day like 2026-04-06.")
const querySchema = z.strictObject({ from: day.optional(), to: day.optional() })

/** Sales by every payment method as CSV (RFC 4180, UTF-8), from one day in the UK to another, both included. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { from, to = ukTime(new Date()).day } = parseStaffInput(querySchema, req.query)
  const name = from === undefined ? `sales-to-${to}.csv` : `sales-${from}-to-${to}.csv`
  const lines = salesLines(req.scope, atUkHour(from ?? EVER, 0), atUkHour(addDays(to, 1), 0))
  await pipeline(Readable.from(lines), asCsvFile(res, name))
}
