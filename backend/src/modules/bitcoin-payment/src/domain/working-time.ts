/** Saturdays, Sundays and holidays (`2026-12-25`) are no working days, by the clock of the time zone. */
export interface WorkingDays {
  readonly timeZone: string
  readonly holidays: readonly string[]
}

const DAY = 24 * 60 * 60 * 1000

/** Nights count, other days do not: 36 hours from any time of a working day end at noon of the next one at the earliest. */
export function addWorkingTime(from: number, duration: number, days: WorkingDays): number {
  let now = from
  let rest = duration
  while (rest > 0) {
    const { date, sinceMidnight } = localTime(now, days.timeZone)
    const untilMidnight = DAY - sinceMidnight
    const step = isWorkingDay(date, days) ? Math.min(rest, untilMidnight) : untilMidnight
    if (isWorkingDay(date, days)) rest -= step
    now += step
  }
  return now
}

function isWorkingDay(date: string, { holidays }: WorkingDays): boolean {
  const weekday = new Date(date).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidays.includes(date)
}

/** Making one takes longer than all else here. */
const formats = new Map<string, Intl.DateTimeFormat>()

function localTime(at: number, timeZone: string): { date: string; sinceMidnight: number } {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" })
  formats.set(timeZone, format)
  const [date = "", time = ""] = format.format(at).split(" ")
  return { date, sinceMidnight: Date.parse(`1970-01-01T${time}Z`) + (at % 1000) }
}
