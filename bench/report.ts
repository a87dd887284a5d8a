export interface Row {
  what: string
  ours: number
  theirs: number
  /** The target of the ratio ours/theirs. */
  limit: string
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** A table of our values, a peer's, their ratio and its target. */
export function compare(peer: string, rows: readonly Row[]): string {
  return table(
    ["", "ours", peer, "ours ÷ theirs", "should be"],
    rows.map(({ what, ours, theirs, limit }) => [
      what,
      ours.toFixed(1),
      theirs.toFixed(1),
      (ours / theirs).toFixed(3),
      limit,
    ]),
  )
}

/** Aligns columns: text to the left, numbers to the right. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const lines = cells.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("   "),
  )
  return `\n${lines.join("\n")}\n\n`
}
