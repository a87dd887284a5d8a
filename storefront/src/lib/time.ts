// Creating a formatter takes tens of milliseconds, so only pages with a date do it.
/** Of British time, whatever the reader's time zone. */
function formatterOf(style: Intl.DateTimeFormatOptions): (iso: string) => string {
  let format: Intl.DateTimeFormat | undefined
  return (iso) => {
    format ??= new Intl.DateTimeFormat("en-GB", { ...style, timeZone: "Europe/London" })
    return format.format(new Date(iso))
  }
}

/** ISO 8601 → `"3 March 2026"`. */
export const formatDay = formatterOf({ dateStyle: "long" })

/** ISO 8601 → `"14:05"`. */
export const formatTime = formatterOf({ timeStyle: "short" })

/** ISO 8601 → `"3 March 2026 at 14:05"`. */
export const formatMoment = formatterOf({ dateStyle: "long", timeStyle: "short" })
