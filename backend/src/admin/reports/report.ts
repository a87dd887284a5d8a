import { z } from "zod"
import { ask } from "../components/ask"

/** Whole days as 2026-03-01, first and last included. */
export interface Span {
  from: string
  to: string
}

const DAY_MS = 24 * 60 * 60 * 1000
const ukDay = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" })

export const today = (now = Date.now()) => ukDay.format(now)

/** Counts days in UTC, where every day has 24 hours. */
const moved = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

export const lastDays = (days: number, to = today()): Span => ({ from: moved(to, 1 - days), to })

export const thisMonth = (now = today()): Span => ({ from: `${now.slice(0, 7)}-01`, to: now })

/** The whole month before this one. */
export function lastMonth(now = today()): Span {
  const to = moved(`${now.slice(0, 7)}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

export const lengthOf = ({ from, to }: Span) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/** The period of one bar: a day, or a month if the span is long. */
export interface Period {
  /** 2026-03-01 or 2026-03 */
  key: string
  /** 1 Mar */
  short: string
  /** Sunday 1 March 2026 */
  long: string
}

const MAX_DAILY_BARS = 92
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" })
const shortDay = format({ day: "numeric", month: "short" })
const longDay = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" })
const shortMonth = format({ month: "short", year: "2-digit" })
const longMonth = format({ month: "long", year: "numeric" })
const fullDay = format({ day: "numeric", month: "long", year: "numeric" })

/** 1 – 30 November 2026 */
export const inWords = ({ from, to }: Span) => fullDay.formatRange(Date.parse(from), Date.parse(to))

export function periodsOf(span: Span): Period[] {
  const days = Array.from({ length: lengthOf(span) }, (_, index) => moved(span.from, index))
  if (days.length <= MAX_DAILY_BARS) {
    return days.map((day) => ({
      key: day,
      short: shortDay.format(Date.parse(day)),
      long: longDay.format(Date.parse(day)),
    }))
  }
  return [...new Set(days.map((day) => day.slice(0, 7)))].map((month) => ({
    key: month,
    short: shortMonth.format(Date.parse(month)),
    long: longMonth.format(Date.parse(month)),
  }))
}

export const isIn = (day: string, { key }: Period) => day.startsWith(key)

const reportSchema = z.object({
  sales: z.array(
    z.object({ day: z.string(), method: z.string(), taken: z.int(), refunded: z.int(), disputed: z.int() }),
  ),
  orders: z.array(z.object({ day: z.string(), method: z.string(), placed: z.int(), paid: z.int() })),
  sellers: z.array(z.object({ title: z.string(), quantity: z.int(), pence: z.int() })),
  /** Of which the best sellers are listed. */
  productsSold: z.int(),
  shortages: z.array(z.object({ title: z.string(), available: z.int(), sold: z.int() })),
})

export type Report = z.output<typeof reportSchema>

/** The report of a span; money in pence. */
export const reportQuery = (span: Span) => ({
  queryKey: ["report", span.from, span.to],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const answer = z.object({ report: reportSchema })
    const { report } = await ask(answer, `/admin/reports?from=${span.from}&to=${span.to}`, { signal })
    return report
  },
  refetchInterval: 60_000,
})

const vatSchema = z.array(z.object({ rate: z.number(), grossPence: z.int(), vatPence: z.int() }))

/** VAT by rate, highest first. */
export const vatQuery = (span: Span) => ({
  queryKey: ["report", "vat", span.from, span.to],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const answer = z.object({ vat: vatSchema })
    return (await ask(answer, `/admin/reports/vat?from=${span.from}&to=${span.to}`, { signal })).vat
  },
})

export const csvAddress = (span: Span, table: "sales" | "sellers") =>
  `/admin/reports/csv?from=${span.from}&to=${span.to}&table=${table}`
