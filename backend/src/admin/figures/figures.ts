import { z } from "zod"
import { ask } from "../pieces/ask"
import type { Span } from "./span"

const figuresSchema = z.object({
  sales: z.array(z.object({ day: z.string(), method: z.string(), taken: z.int(), refunded: z.int() })),
  orders: z.array(z.object({ day: z.string(), placed: z.int(), paid: z.int() })),
  sellers: z.array(z.object({ title: z.string(), quantity: z.int(), pence: z.int() })),
  shortages: z.array(z.object({ title: z.string(), available: z.int(), sold: z.int() })),
})

export type Figures = z.output<typeof figuresSchema>

/** How the page's data is asked for; money in pence, days as 2026-03-01. */
export const figuresQuery = (span: Span) => ({
  queryKey: ["figures", span.from, span.to],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const answer = z.object({ figures: figuresSchema })
    const { figures } = await ask(answer, `/admin/figures?from=${span.from}&to=${span.to}`, { signal })
    return figures
  },
  refetchInterval: 60_000,
})

/** Where the same days can be had as a table. */
export const csvAddress = (span: Span, table: "sales" | "sellers") =>
  `/admin/figures/csv?from=${span.from}&to=${span.to}&table=${table}`
