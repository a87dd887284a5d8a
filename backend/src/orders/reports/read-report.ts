import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { nameOfProvider } from "../payment-method"
import { readSalesReport } from "../../platform/medusa-tables/sales-report"

/** Two years including a leap day. */
const MAX_DAYS = 732
const DAY_MS = 24 * 60 * 60 * 1000

/** Whole days in UK time, including the first and the last. */
export const spanSchema = z
  .object({
    from: z.iso.date("Give the first day like 2026-03-01."),
    to: z.iso.date("Give the last day like 2026-03-31."),
  })
  .refine(({ from, to }) => from <= to, "The first day is after the last day.")
  .refine(
    ({ from, to }) => (Date.parse(to) - Date.parse(from)) / DAY_MS < MAX_DAYS,
    "Ask for two years at most.",
  )

type Span = z.output<typeof spanSchema>

export type Report = Awaited<ReturnType<typeof readSalesReport>>

/** The report of these days. Days without orders or payments are left out. */
export async function readReport(container: MedusaContainer, { from, to }: Span): Promise<Report> {
  const report = await readSalesReport(container, from, to)
  const withName = <Row extends { method: string }>(row: Row) => ({
    ...row,
    method: nameOfProvider(row.method),
  })
  return { ...report, sales: report.sales.map(withName), orders: report.orders.map(withName) }
}
