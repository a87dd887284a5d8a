const POUNDS = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" })
const UK_TIME = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "Europe/London",
})

/** `£12.50` from integer pence. */
export function pounds(pence: number): string {
  return POUNDS.format(pence / 100)
}

/** `Friday 21 November 2026 at 14:05 (UK time)` from an ISO date. */
export function ukTime(iso: string): string {
  return `${UK_TIME.format(new Date(iso))} (UK time)`
}

/** Text for a subject: one line, no control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim()
}
