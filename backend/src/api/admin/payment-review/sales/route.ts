import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { z } from "@medusajs/framework/zod"
import { addDays, atUkHour, ukTime } from "../../../../orders/delivery/uk-clock"
import { salesLines } from "../../../../payments/sales-csv"
import { asCsvFile, staffRoute } from "../../staff-route"

/** Before the first bitcoin. */
const EVER = "2009-01-03"
const day = z.iso.date("Give a day like 2026-04-06.")
const querySchema = z.strictObject({ from: day.optional(), to: day.optional() })

/** Sales by every payment method as CSV (RFC 4180, UTF-8), from one day in the UK to another, both included. */
export const GET = staffRoute(async ({ scope, read, response }) => {
  const { from, to = ukTime(new Date()).day } = read(querySchema)
  const name = from === undefined ? `sales-to-${to}.csv` : `sales-${from}-to-${to}.csv`
  const lines = salesLines(scope, atUkHour(from ?? EVER, 0), atUkHour(addDays(to, 1), 0))
  await pipeline(Readable.from(lines), asCsvFile(response, name))
})
