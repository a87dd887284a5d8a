/** The shop uses British time, whatever the reader's time zone. */
const WHERE = { timeZone: "Europe/London" } as const

// Creating a formatter takes tens of milliseconds, so only pages with a date do it.
let day: Intl.DateTimeFormat | undefined
let time: Intl.DateTimeFormat | undefined
let dayAndTime: Intl.DateTimeFormat | undefined

/** ISO 8601 → `"3 March 2026"`. */
export function formatDay(iso: string): string {
  day ??= new Intl.DateTimeFormat("en-GB", { dateStyle: "long", ...WHERE })
  return day.format(new Date(iso))
}

/** ISO 8601 → `"14:05"`. */
export function formatTime(iso: string): string {
  time ??= new Intl.DateTimeFormat("en-GB", { timeStyle: "short", ...WHERE })
  return time.format(new Date(iso))
}

/** ISO 8601 → `"3 March 2026 at 14:05"`. */
export function formatMoment(iso: string): string {
  dayAndTime ??= new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", ...WHERE })
  return dayAndTime.format(new Date(iso))
}
