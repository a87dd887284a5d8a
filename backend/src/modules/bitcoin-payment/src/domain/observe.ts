import { momentBetween } from "./arrival"
import { isLive, outputKey, type Milliseconds, type Output } from "./invoice"

/** The clocks of shop and node may differ by this much. */
const CLOCK_SKEW: Milliseconds = 120_000

/** A missing transaction is lost after this long, if no block came meanwhile. Three blocks come in half an hour. */
export const MISSING_AT_MOST: Milliseconds = 30 * 60_000

export interface TrackedOutput extends Output {
  readonly blockHash: string | null
  /** Live, but not found since that poll, which saw the chain at this height; null: found by the last poll. */
  readonly missing: { readonly since: Milliseconds; readonly height: number } | null
}

export interface FoundOutput extends Pick<Output, "txid" | "vout" | "amount" | "height"> {
  readonly status: "mempool" | "confirmed"
  readonly blockHash: string | null
  readonly blockTime: Milliseconds | null
  /** When the source first heard of it; null: it does not say. */
  readonly heardAt: Milliseconds | null
}

export interface Observation {
  readonly present: readonly FoundOutput[]
  /** Known transactions that the source did not find. `conflicted` is certain, `gone` may be an error. */
  readonly lost: readonly { readonly txid: string; readonly status: "conflicted" | "gone" }[]
  readonly startedAt: Milliseconds
  readonly height: number
  /** The start of the last successful poll that covered the invoice. */
  readonly lastPollAt: Milliseconds
  /** When the invoice was opened, and the chain's height at the last poll before; null: not known. */
  readonly openedAt: Milliseconds
  readonly openedAtHeight: number | null
  readonly expiresAt: Milliseconds
  readonly graceMs: Milliseconds
}

/** An output that did not change is the same object. Order and repetition of what the source says change nothing. */
export function observe(known: readonly TrackedOutput[], observation: Observation): TrackedOutput[] {
  const present = new Map(observation.present.map((found) => [outputKey(found), found]))
  const lost = new Map(observation.lost.map(({ txid, status }) => [txid, status]))
  const isMissing = (output: TrackedOutput) => !present.has(outputKey(output)) && lost.has(output.txid)
  const vanished = known.filter((output) => isLive(output) && isMissing(output)).map(outputKey)
  const replaced = new Set(known.filter(isLive).flatMap((output) => output.replaces))
  const knownKeys = new Set(known.map(outputKey))
  return [
    ...known.map((output) => {
      const found = present.get(outputKey(output))
      if (found !== undefined) return refreshed(output, found, observation)
      const status = lost.get(output.txid)
      if (status === undefined) return output
      return missing(output, status, observation, replaced.has(outputKey(output)))
    }),
    ...[...present.values()]
      .filter((found) => !knownKeys.has(outputKey(found)))
      .map((found) => discovered(found, vanished.sort(), observation)),
  ]
}

function discovered(found: FoundOutput, replaces: readonly string[], poll: Observation): TrackedOutput {
  const { txid, vout, amount, status, height, blockHash, blockTime, heardAt } = found
  return {
    ...{ txid, vout, amount, status, height, blockHash, replaces, missing: null },
    seenAt: isEarlier(found, poll)
      ? poll.openedAt - 1
      : momentBetween(Math.max(poll.lastPollAt, poll.openedAt), poll.startedAt, [
          blockTime,
          heardAt,
          ...missedEnd(found, poll),
        ]),
    firstBlockAt: firstBlockAt(found, poll),
  }
}

// The quote's end, where shop or source was away and no poll tells whether an output came before it. Within the grace the buyer
// has the benefit. A poll after the end that did not see it has decided.
function missedEnd({ heardAt }: FoundOutput, { startedAt, expiresAt, graceMs }: Observation): Milliseconds[] {
  return heardAt === null && startedAt <= expiresAt + graceMs ? [expiresAt] : []
}

// Other money can be on the address: the owner's own wallet shows the same addresses, and a restored backup may have forgotten
// an earlier order. What is in a block is told by the block's height: a source's clock may be wrong, and a node that rescans
// hears late of what an old block holds.
function isEarlier(
  { height, heardAt }: FoundOutput,
  { openedAt, openedAtHeight, lastPollAt }: Observation,
): boolean {
  if (height !== null && openedAtHeight !== null) return height <= openedAtHeight
  if (lastPollAt > openedAt) return false
  return heardAt !== null && heardAt < openedAt - CLOCK_SKEW
}

function refreshed(output: TrackedOutput, found: FoundOutput, poll: Observation): TrackedOutput {
  const { status, height, blockHash } = found
  // Its clock was wrong: only now a block tells when it was sent.
  const isMisjudged = output.seenAt < poll.openedAt && height !== null && poll.openedAtHeight !== null
  if (isMisjudged && !isEarlier(found, poll)) {
    const judged = discovered(found, output.replaces, poll)
    // In no block then, it was in the first answer after the opening, however late its block came.
    return output.firstBlockAt === null ? { ...judged, seenAt: poll.openedAt } : judged
  }
  const isUnchanged =
    output.status === status &&
    output.height === height &&
    output.blockHash === blockHash &&
    output.missing === null
  if (isUnchanged) return output
  const inBlockAt = output.firstBlockAt ?? firstBlockAt(found, poll)
  return { ...output, status, height, blockHash, missing: null, firstBlockAt: inBlockAt }
}

// A conflict is certain. Otherwise one miss may be an error of the source, and a node that starts again may have lost its
// mempool, but not its blocks. So the second miss is believed only of an output that was in a block or that another one
// replaced. Any other one stays until a block came that could have held it, or for half an hour.
function missing(
  output: TrackedOutput,
  status: "conflicted" | "gone",
  { startedAt, height }: Observation,
  isReplaced: boolean,
): TrackedOutput {
  const lost = { ...output, status, height: null, missing: null }
  if (status === "conflicted") return output.status === "conflicted" ? output : lost
  if (!isLive(output)) return output
  const before = output.missing
  if (before === null) return { ...output, missing: { since: startedAt, height } }
  const isBelieved =
    output.status === "confirmed" ||
    isReplaced ||
    height > before.height ||
    startedAt - before.since >= MISSING_AT_MOST
  return isBelieved ? lost : output
}

function firstBlockAt({ status, blockTime }: FoundOutput, poll: Observation): Milliseconds | null {
  return status === "confirmed" ? momentBetween(poll.lastPollAt, poll.startedAt, [blockTime]) : null
}
