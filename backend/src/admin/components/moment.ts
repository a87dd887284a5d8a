const format = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
})

/** An ISO time as staff read it on their clock: 21 Nov 2026, 14:05. */
export const moment = (iso: string) => format.format(new Date(iso))
