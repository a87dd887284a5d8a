export interface Row {
  what: string
  ours: number
  theirs: number
  /** What the ratio ours/theirs should be. */
  limit: string
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** A table of ours beside a peer's, with their ratio and what it should be. */
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

/** Columns under their headings: words to the left, figures to the right. */
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
