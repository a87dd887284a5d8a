import type { Milliseconds } from "./invoice"

/** Up to this long between two polls the buyer has the benefit of the doubt. */
const SHORT_GAP: Milliseconds = 60_000

/**
 * When an output that is new in this poll reached the network. It came after the poll before it, so a short gap
 * counts from there; after a long one (we were down) its block's time tells, held between the two polls.
 * @param replaced when outputs of the same invoice arrived that vanished in this very poll: a wallet that raises the
 * fee sends a new transaction in the place of the old one, and it keeps the old one's place in time
 */
export function arrivalOf(
  lastPollAt: Milliseconds,
  thisPollAt: Milliseconds,
  blockTime: Milliseconds | null,
  replaced: readonly Milliseconds[] = [],
): Milliseconds {
  return Math.min(...replaced, firstHeardOf(lastPollAt, thisPollAt, blockTime))
}

function firstHeardOf(
  lastPollAt: Milliseconds,
  thisPollAt: Milliseconds,
  blockTime: Milliseconds | null,
): Milliseconds {
  if (thisPollAt - lastPollAt <= SHORT_GAP) return lastPollAt
  if (blockTime === null) return thisPollAt
  return Math.min(thisPollAt, Math.max(lastPollAt, blockTime))
}
