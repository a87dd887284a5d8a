const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" })

/** `21 Nov 2026, 09:15`, in the time of whoever reads it. */
export function when(iso: string): string {
  return moment.format(new Date(iso))
}
