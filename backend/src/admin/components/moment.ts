const date = { day: "numeric", month: "short", year: "numeric" } as const
const dayFormat = new Intl.DateTimeFormat("en-GB", date)
const format = new Intl.DateTimeFormat("en-GB", {
  ...date,
  hour: "2-digit",
  minute: "2-digit",
})

/** An ISO time as staff read it on their clock: 21 Nov 2026, 14:05. */
export const moment = (iso: string) => format.format(new Date(iso))

/** 21 Nov 2026 */
export const day = (iso: string) => dayFormat.format(new Date(iso))
