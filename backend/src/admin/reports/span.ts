/** Whole days as 2026-03-01, first and last included. */
export interface Span {
  from: string
  to: string
}

const DAY_MS = 24 * 60 * 60 * 1000
const londonDay = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" })

/** The day it is at the shop. */
export const today = (now = Date.now()) => londonDay.format(now)

/** Days are counted in UTC, where every one has 24 hours. */
const moved = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The last so many days, today included. */
export const lastDays = (days: number, to = today()): Span => ({ from: moved(to, 1 - days), to })

export const lengthOf = ({ from, to }: Span) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/** What stands under one bar: a day, or a month where days would be hairlines. */
export interface Period {
  /** 2026-03-01 or 2026-03 */
  key: string
  /** Where there is little room: 1 Mar */
  short: string
  /** Sunday 1 March 2026 */
  long: string
}

const LONGEST_BY_DAY = 92
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" })
const shortDay = format({ day: "numeric", month: "short" })
const longDay = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" })
const shortMonth = format({ month: "short", year: "2-digit" })
const longMonth = format({ month: "long", year: "numeric" })

/** Every period of a span, those without any sale too. */
export function periodsOf(span: Span): Period[] {
  const days = Array.from({ length: lengthOf(span) }, (_, index) => moved(span.from, index))
  if (days.length <= LONGEST_BY_DAY) {
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

/** Whether a day stands under this bar. */
export const isIn = (day: string, { key }: Period) => day.startsWith(key)
