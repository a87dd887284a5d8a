/** The shop is in Britain and so are its days, wherever the reader's clock is set to and whoever draws the page. */
const WHERE = { timeZone: "Europe/London" } as const

// The platform takes tens of milliseconds to set these up: only pages with a date on them wait for that.
let day: Intl.DateTimeFormat | undefined
let dayAndTime: Intl.DateTimeFormat | undefined

/** ISO 8601 → `"3 March 2026"`. */
export function formatDay(iso: string): string {
  day ??= new Intl.DateTimeFormat("en-GB", { dateStyle: "long", ...WHERE })
  return day.format(new Date(iso))
}

/** ISO 8601 → `"3 March 2026 at 14:05"`. */
export function formatMoment(iso: string): string {
  dayAndTime ??= new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", ...WHERE })
  return dayAndTime.format(new Date(iso))
}
