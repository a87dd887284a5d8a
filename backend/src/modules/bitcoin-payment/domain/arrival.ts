import type { Milliseconds } from "./invoice"

/** Up to this long between two looks the buyer has the benefit of the doubt. */
const SHORT_GAP: Milliseconds = 60_000

/**
 * When an output that is new in this look reached the network. It came after the look before it, so a short gap
 * counts from there; after a long one (we were down) its block's time tells, held between the two looks.
 * @param replaced when outputs of the same invoice arrived that vanished in this very look: a wallet that raises the
 * fee sends a new transaction in the place of the old one, and it keeps the old one's place in time
 */
export function arrivalOf(
  lastLook: Milliseconds,
  thisLook: Milliseconds,
  blockTime: Milliseconds | null,
  replaced: readonly Milliseconds[] = [],
): Milliseconds {
  return Math.min(...replaced, firstHeardOf(lastLook, thisLook, blockTime))
}

function firstHeardOf(
  lastLook: Milliseconds,
  thisLook: Milliseconds,
  blockTime: Milliseconds | null,
): Milliseconds {
  if (thisLook - lastLook <= SHORT_GAP) return lastLook
  if (blockTime === null) return thisLook
  return Math.min(thisLook, Math.max(lastLook, blockTime))
}
