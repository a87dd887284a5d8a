/** The shop is in Britain and so are its days, wherever the reader's clock is set to and whoever draws the page. */
const WHERE = { timeZone: "Europe/London" } as const
const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", ...WHERE })
const DAY_AND_TIME = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", ...WHERE })

/** ISO 8601 → `"3 March 2026"`. */
export const formatDay = (iso: string): string => DAY.format(new Date(iso))

/** ISO 8601 → `"3 March 2026 at 14:05"`. */
export const formatMoment = (iso: string): string => DAY_AND_TIME.format(new Date(iso))
