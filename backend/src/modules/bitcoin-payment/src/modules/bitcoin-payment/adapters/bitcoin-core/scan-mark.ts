/**
 * How much of the past the wallet has been searched for. Kept as the label of its first address, in the node's own
 * wallet: a search cut short by a crash of either side goes on where it stopped.
 */
export interface ScanMark {
  /** The last index whose whole past is known; −1: none. */
  readonly end: number
  /** A search under way: up to which index, and the last block searched; −1: none. */
  readonly next: { readonly end: number; readonly height: number } | null
}

const SHAPE = /^scanned to (-1|\d{1,9})(?:; (\d{1,9}) at block (-1|\d{1,9}))?$/

/** As the label says it; `readMark` reads it back. */
export function writeMark({ end, next }: ScanMark): string {
  return `scanned to ${end}${next === null ? "" : `; ${next.end} at block ${next.height}`}`
}

/** Null: no mark of ours, so nothing is known to be searched. */
export function readMark(labels: readonly string[]): ScanMark | null {
  for (const label of labels) {
    const match = SHAPE.exec(label)
    if (!match) continue
    const [, end, nextEnd, height] = match
    const next = nextEnd === undefined ? null : { end: Number(nextEnd), height: Number(height) }
    return { end: Number(end), next }
  }
  return null
}
