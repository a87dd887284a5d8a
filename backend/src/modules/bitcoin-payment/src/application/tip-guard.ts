import { ChainUnavailable, type BlockHash, type Tip } from "../ports/chain-source"

/** A branch that is one block shorter can hold more work. A second poll this much later confirms it. */
const CONFIRM_ONE_MS = 30_000
/** A deeper fall is a node that lost its newest blocks. It has this long to fetch them again. */
const CONFIRM_MORE_MS = 10 * 60_000

/**
 * Refuses a chain that is lower than at the last good poll, as a node tells it after a power cut or from an old backup:
 * payments would seem to be undone. It is believed when the tip passes the old one, or when it stays the same for long.
 */
export class TipGuard {
  private fallen: { readonly hash: BlockHash; readonly since: number } | null = null

  constructor(private readonly source: { readonly name: string }) {}

  /** @throws ChainUnavailable while the tip is not to be believed */
  check(tip: Tip, last: Tip | null, now: number): void {
    const fall = last === null ? 0 : last.height - tip.height
    if (fall <= 0) {
      this.fallen = null
      return
    }
    if (this.fallen?.hash !== tip.hash) this.fallen = { hash: tip.hash, since: now }
    if (now - this.fallen.since >= (fall === 1 ? CONFIRM_ONE_MS : CONFIRM_MORE_MS)) return
    throw new ChainUnavailable(
      this.source.name,
      `its newest block fell from ${String(last?.height)} to ${tip.height}; it may have lost blocks, or be fetching them again`,
    )
  }
}
