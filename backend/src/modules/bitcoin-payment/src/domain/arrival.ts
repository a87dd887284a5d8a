import { isLive, outputKey, type Invoice, type Milliseconds, type Output, type Policy } from "./invoice"
import { satoshis, type Satoshis } from "./satoshis"

/** The buyer's benefit of the doubt; also how long a buyer may wait for the rate, so it does not grow with the polls' interval. */
export const DOUBT: Milliseconds = 60_000

/**
 * When something that is new in this poll happened: an output reached the network, or a block took it. A minute before this
 * poll, or at the earliest time that the source knows, but not before the last poll, which did not see it.
 */
export function momentBetween(
  lastPollAt: Milliseconds,
  thisPollAt: Milliseconds,
  known: readonly (Milliseconds | null)[],
): Milliseconds {
  const earliest = Math.min(thisPollAt - DOUBT, ...known.filter((time) => time !== null))
  return Math.max(lastPollAt, earliest)
}

/**
 * What pays an invoice: its live outputs without dust, split by arrival, without what was sent before it was opened. That
 * was not sent for its order, and a replacement of it is not either, up to its amount.
 */
export function countedParts(
  { createdAt }: Pick<Invoice, "createdAt">,
  outputs: readonly Output[],
  { dust }: Policy,
): Output[] {
  const worthy = outputs.filter((output) => !isLive(output) || output.amount >= dust)
  return splitByArrival(worthy).filter(({ seenAt }) => seenAt >= createdAt)
}

interface Part {
  readonly amount: Satoshis
  readonly seenAt: Milliseconds
}

/**
 * The live outputs, each split by when its money arrived. A wallet that raises the fee sends a new transaction in the
 * place of the old one: it keeps the time of the outputs that it replaces up to their amount, and each satoshi of theirs
 * is kept once. What it adds arrived when it did. A part never inherits that it was in a block.
 */
export function splitByArrival(outputs: readonly Output[]): Output[] {
  const byKey = new Map(outputs.map((output) => [outputKey(output), output]))
  /** What was not handed on yet, by output. */
  const parts = new Map<string, Part[]>()

  function partsOf(output: Output): Part[] {
    const known = parts.get(outputKey(output))
    if (known !== undefined) return known
    const own: Part[] = []
    parts.set(outputKey(output), own)
    // All of them first: one of these may itself have replaced another.
    const inherited = output.replaces
      .flatMap((key) => byKey.get(key) ?? [])
      .filter((replaced) => !isLive(replaced))
      .map(partsOf)
    let rest: bigint = output.amount
    for (const available of inherited) {
      while (rest > 0n && available[0] !== undefined) {
        const [{ amount, seenAt }] = available
        const taken = amount < rest ? amount : rest
        own.push({ amount: satoshis(taken), seenAt })
        rest -= taken
        available.shift()
        if (taken < amount) available.unshift({ amount: satoshis(amount - taken), seenAt })
      }
    }
    if (rest > 0n) own.push({ amount: satoshis(rest), seenAt: output.seenAt })
    own.sort((one, other) => one.seenAt - other.seenAt)
    return own
  }

  // In the order in which they came: what replaced an output first keeps its time, or hands it on.
  const sorted = [...outputs].sort(
    (one, other) => one.seenAt - other.seenAt || (outputKey(one) < outputKey(other) ? -1 : 1),
  )
  for (const output of sorted) partsOf(output)
  return sorted.filter(isLive).flatMap((output) => partsOf(output).map((part) => ({ ...output, ...part })))
}
