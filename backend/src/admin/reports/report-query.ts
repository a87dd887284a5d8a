import { z } from "zod"
import { ask } from "../components/ask"
import type { Span } from "./span"

const reportSchema = z.object({
  sales: z.array(z.object({ day: z.string(), method: z.string(), taken: z.int(), refunded: z.int() })),
  orders: z.array(z.object({ day: z.string(), placed: z.int(), paid: z.int() })),
  sellers: z.array(z.object({ title: z.string(), quantity: z.int(), pence: z.int() })),
  shortages: z.array(z.object({ title: z.string(), available: z.int(), sold: z.int() })),
})

export type Report = z.output<typeof reportSchema>

/** How the page's data is asked for; money in pence, days as 2026-03-01. */
export const reportQuery = (span: Span) => ({
  queryKey: ["report", span.from, span.to],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const answer = z.object({ report: reportSchema })
    const { report } = await ask(answer, `/admin/reports?from=${span.from}&to=${span.to}`, { signal })
    return report
  },
  refetchInterval: 60_000,
})

/** Where the same days can be had as a table. */
export const csvAddress = (span: Span, table: "sales" | "sellers") =>
  `/admin/reports/csv?from=${span.from}&to=${span.to}&table=${table}`
