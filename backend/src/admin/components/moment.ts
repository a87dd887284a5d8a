const format = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
})

/** `21 Nov 2026, 14:05`, on the reader's clock. */
export const moment = (iso: string) => format.format(new Date(iso))
