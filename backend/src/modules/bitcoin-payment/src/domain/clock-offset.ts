const SECOND = 1000
/** Clocks of servers differ by less, unless one of them is wrong. */
const TOLERATED = 60 * SECOND

/**
 * How far a server's clock is ahead of ours, in milliseconds; below 0: behind. From the `date` header of an answer, which
 * names the second in which it was made; 0 as far as that second lies between question and answer. Null: no such header.
 */
export function clockOffset(date: string | null, askedAt: number, answeredAt: number): number | null {
  const from = Date.parse(date ?? "")
  if (Number.isNaN(from)) return null
  const to = from + SECOND - 1
  if (from > answeredAt) return from - answeredAt
  return to < askedAt ? to - askedAt : 0
}

/** A sentence for the operator when a source's clock and ours differ by more than a minute; null otherwise. */
export function clockWarning(source: string, offset: number | null): string | null {
  if (offset === null || Math.abs(offset) <= TOLERATED) return null
  const minutes = Math.round(Math.abs(offset) / 60_000)
  return `The clock of ${source} is ${minutes} min ${offset > 0 ? "ahead of" : "behind"} this server's; set both by a time server (NTP).`
}
