import { momentBetween } from "./arrival"
import { isLive, outputKey, type Milliseconds, type Output } from "./invoice"

/** The clocks of shop and node may differ by this much. */
const CLOCK_SKEW: Milliseconds = 120_000

/** An output with what only the polls need. */
export interface TrackedOutput extends Output {
  readonly blockHash: string | null
  /** Polls in a row that did not find it. One may be an error of the source; the second is believed. */
  readonly missed: number
}

/** An output that the source found. */
export interface FoundOutput extends Pick<Output, "txid" | "vout" | "amount" | "height"> {
  readonly status: "mempool" | "confirmed"
  readonly blockHash: string | null
  readonly blockTime: Milliseconds | null
  /** When the source first heard of it; null: it does not say. */
  readonly heardAt: Milliseconds | null
}

/** What one poll says about an invoice. */
export interface Observation {
  readonly present: readonly FoundOutput[]
  /** Known transactions that the source did not find. `conflicted` is certain, `gone` may be an error. */
  readonly lost: readonly { readonly txid: string; readonly status: "conflicted" | "gone" }[]
  readonly startedAt: Milliseconds
  /** The start of the last successful poll that covered the invoice. */
  readonly lastPollAt: Milliseconds
  /** When the invoice was opened, and the chain's height at the last poll before; null: not known. */
  readonly openedAt: Milliseconds
  readonly openedAtHeight: number | null
}

/**
 * An invoice's outputs after a poll. An output that did not change is the same object. The order and repetition of what the
 * source says change nothing.
 */
export function observe(known: readonly TrackedOutput[], observation: Observation): TrackedOutput[] {
  const present = new Map(observation.present.map((found) => [outputKey(found), found]))
  const lost = new Map(observation.lost.map(({ txid, status }) => [txid, status]))
  const isMissing = (output: TrackedOutput) => !present.has(outputKey(output)) && lost.has(output.txid)
  const vanished = known.filter((output) => isLive(output) && isMissing(output)).map(outputKey)
  const knownKeys = new Set(known.map(outputKey))
  return [
    ...known.map((output) => {
      const found = present.get(outputKey(output))
      if (found !== undefined) return refreshed(output, found, observation)
      const status = lost.get(output.txid)
      return status === undefined ? output : missing(output, status)
    }),
    ...[...present.values()]
      .filter((found) => !knownKeys.has(outputKey(found)))
      .map((found) => discovered(found, vanished.sort(), observation)),
  ]
}

function discovered(found: FoundOutput, replaces: readonly string[], poll: Observation): TrackedOutput {
  const { txid, vout, amount, status, height, blockHash, blockTime, heardAt } = found
  return {
    ...{ txid, vout, amount, status, height, blockHash, replaces, missed: 0 },
    seenAt: isEarlier(found, poll)
      ? poll.openedAt - 1
      : momentBetween(poll.lastPollAt, poll.startedAt, [blockTime, heardAt]),
    firstBlockAt: firstBlockAt(found, poll),
  }
}

/**
 * Whether the source knew it before the invoice was opened. Other money can be on the address: the owner's own
 * wallet shows the same addresses, and a restored backup may have forgotten an earlier order. Both signs count, because a
 * node that rescans hears of an old block's transaction late.
 */
function isEarlier({ height, heardAt }: FoundOutput, { openedAt, openedAtHeight }: Observation): boolean {
  if (heardAt !== null && heardAt < openedAt - CLOCK_SKEW) return true
  return height !== null && openedAtHeight !== null && height <= openedAtHeight
}

function refreshed(output: TrackedOutput, found: FoundOutput, poll: Observation): TrackedOutput {
  const { status, height, blockHash } = found
  const isUnchanged =
    output.status === status &&
    output.height === height &&
    output.blockHash === blockHash &&
    output.missed === 0
  if (isUnchanged) return output
  const inBlockAt = output.firstBlockAt ?? firstBlockAt(found, poll)
  return { ...output, status, height, blockHash, missed: 0, firstBlockAt: inBlockAt }
}

function missing(output: TrackedOutput, status: "conflicted" | "gone"): TrackedOutput {
  if (status === "conflicted")
    return output.status === "conflicted" ? output : { ...output, status, height: null }
  if (!isLive(output)) return output
  const missed = output.missed + 1
  return missed > 1 ? { ...output, missed, status, height: null } : { ...output, missed }
}

function firstBlockAt({ status, blockTime }: FoundOutput, poll: Observation): Milliseconds | null {
  return status === "confirmed" ? momentBetween(poll.lastPollAt, poll.startedAt, [blockTime]) : null
}
