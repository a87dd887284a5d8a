/** Kept as the label of the first address in the node's own wallet: a search cut short by a crash goes on where it stopped. */
export interface ScanMark {
  /** Random, one for each wallet that was made: a node that was replaced has another one. Empty: made by an earlier version. */
  readonly wallet: string
  /** The last index whose whole past is known; −1: none. */
  readonly end: number
  /** A search under way: up to which index, and the last block searched; −1: none. */
  readonly next: { readonly end: number; readonly height: number } | null
}

const SHAPE = /^scanned to (-1|\d{1,9})(?:; (\d{1,9}) at block (-1|\d{1,9}))?(?:, wallet ([0-9a-f]+))?$/

export function writeMark({ wallet, end, next }: ScanMark): string {
  const search = next === null ? "" : `; ${next.end} at block ${next.height}`
  return `scanned to ${end}${search}${wallet === "" ? "" : `, wallet ${wallet}`}`
}

/** Null: no mark of ours, so nothing is known to be searched. */
export function readMark(labels: readonly string[]): ScanMark | null {
  for (const label of labels) {
    const match = SHAPE.exec(label)
    if (!match) continue
    const [, end, nextEnd, height, wallet = ""] = match
    const next = nextEnd === undefined ? null : { end: Number(nextEnd), height: Number(height) }
    return { wallet, end: Number(end), next }
  }
  return null
}
