/** A date of the UK calendar: `2026-11-25`. */
export type Day = string

const HOUR_MS = 60 * 60 * 1000

export const UK_TIME_ZONE = "Europe/London"

const UK_TIME = new Intl.DateTimeFormat("en-CA", {
  timeZone: UK_TIME_ZONE,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  hourCycle: "h23",
})

export function ukTime(moment: Date): { day: Day; hour: number } {
  const part = Object.fromEntries(UK_TIME.formatToParts(moment).map(({ type, value }) => [type, value]))
  return { day: `${part["year"]}-${part["month"]}-${part["day"]}`, hour: Number(part["hour"]) }
}

export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(day) + count * 24 * HOUR_MS).toISOString().slice(0, 10)

/** The moment at which a clock in the UK shows this hour. In summer it is an hour earlier than in UTC. */
export function atUkHour(day: Day, hour: number): Date {
  const asUtc = new Date(Date.parse(day) + hour * HOUR_MS)
  return new Date(asUtc.getTime() - (ukTime(asUtc).hour - hour) * HOUR_MS)
}
