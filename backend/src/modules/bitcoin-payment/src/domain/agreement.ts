import { isBelow, type Currency, type Price } from "./currency"
import { evaluatePolled } from "./evaluate"
import {
  isByLightning,
  isLive,
  outputKey,
  type ChainView,
  type Invoice,
  type Milliseconds,
  type Policy,
  type Verdict,
} from "./invoice"
import type { TrackedOutput } from "./observe"

/** Stored with the invoice when it is opened. `twoFrom`: in whole units; in a currency that it does not name, always two. */
export function requiredSources(price: Price, twoFrom: Readonly<Record<Currency, number>>): 1 | 2 {
  return isBelow(price, twoFrom) ? 1 : 2
}

/** Longer than being late: payments and blocks spread in seconds, an index follows in minutes; three blocks take half an hour. */
export const DISPUTE_CASE_AFTER: Milliseconds = 30 * 60_000

type ShownOutput = Pick<TrackedOutput, "txid" | "vout" | "amount" | "status" | "height" | "blockHash">

export interface SecondOpinion {
  readonly source: string
  readonly height: number
  readonly outputs: readonly ShownOutput[]
}

/** `verdict: null`: a missing transaction could change it (`evaluatePolled`). `dispute`: what each source says. */
export type Agreement = { readonly verdict: Verdict | null } | { readonly dispute: string }

/**
 * What two sources decide about an invoice. It settles by what both show, with the depth that both give it. If they differ,
 * nothing else changes: neither of them alone can settle the invoice or let it expire. A payment that no block held by
 * `firstBlockBy`, and that only one of them has, needs a person in any case; it holds the stock no longer than if both had it.
 */
export function evaluateByTwo(
  invoice: Invoice,
  first: { readonly source: string; readonly outputs: readonly TrackedOutput[] },
  second: SecondOpinion,
  chain: ChainView,
  policy: Policy,
): Agreement {
  const view = { ...chain, height: Math.min(chain.height, second.height) }
  const verdict = evaluatePolled(invoice, agreedOutputs(first.outputs, second), view, policy)
  const own = first.outputs.filter(
    (output) => isLive(output) && !isByLightning(output) && output.missing === null,
  )
  const differing = [...lacking(own, second.outputs), ...lacking(second.outputs, own)].filter(
    ({ amount }) => amount >= policy.dust,
  )
  if (verdict?.state === "confirmed") return { verdict }
  const isPaid = [...own, ...second.outputs].some(({ amount }) => amount >= policy.dust)
  if (differing.length === 0) return { verdict: isPaid ? byPerson(verdict) : verdict }
  if (chain.observedAt > invoice.firstBlockBy && differing.every(({ status }) => status === "mempool")) {
    const either = shownByEither(invoice, first.outputs, second)
    return { verdict: byPerson(evaluatePolled(invoice, either, view, policy)) }
  }
  const texts = [
    `${first.source} shows ${described(own)}`,
    `${second.source} shows ${described(second.outputs)}`,
  ]
  return { dispute: texts.join("; ") }
}

/** One source can make money seem late, or older than the order. It is there: a person decides, and it does not expire. */
function byPerson(verdict: Verdict | null): Verdict | null {
  return verdict?.state === "expired" ? { ...verdict, state: "review" } : verdict
}

/** The first source's outputs as far as the second confirms them; in a block only where both name the same one. */
function agreedOutputs(outputs: readonly TrackedOutput[], second: SecondOpinion): TrackedOutput[] {
  const shown = new Map(second.outputs.map((output) => [outputKey(output), output]))
  return outputs.flatMap((output): TrackedOutput[] => {
    if (!isLive(output) || isByLightning(output) || output.missing !== null) return [output]
    const twin = shown.get(outputKey(output))
    if (twin === undefined || twin.amount !== output.amount) return []
    return [isSame(output, twin) ? output : { ...output, status: "mempool", height: null }]
  })
}

function shownByEither(
  { createdAt }: Invoice,
  outputs: readonly TrackedOutput[],
  second: SecondOpinion,
): TrackedOutput[] {
  const live = new Set(outputs.filter(isLive).map(outputKey))
  const added = second.outputs.filter((output) => !live.has(outputKey(output)))
  const addedKeys = new Set(added.map(outputKey))
  return [
    ...outputs.filter((output) => !addedKeys.has(outputKey(output))),
    ...added.map((output): TrackedOutput => ({
      ...output,
      ...{ seenAt: createdAt, firstBlockAt: null, replaces: [], missing: null },
    })),
  ]
}

function lacking(outputs: readonly ShownOutput[], others: readonly ShownOutput[]): ShownOutput[] {
  return outputs.filter(
    (output) => !others.some((other) => outputKey(other) === outputKey(output) && isSame(output, other)),
  )
}

function isSame(one: ShownOutput, other: ShownOutput): boolean {
  return one.amount === other.amount && one.status === other.status && one.blockHash === other.blockHash
}

function described(outputs: readonly ShownOutput[]): string {
  const texts = outputs.map(
    ({ txid, vout, amount, height }) =>
      `${amount} satoshis in ${txid}:${vout}, ${height === null ? "in no block" : `in block ${height}`}`,
  )
  return texts.length === 0 ? "no payment" : texts.sort().join(" and ")
}
