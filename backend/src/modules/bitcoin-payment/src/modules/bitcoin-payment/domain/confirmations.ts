import type { Output } from "./invoice"
import { sumSatoshis, type Satoshis } from "./satoshis"

/** Confirmations by price: the first rule whose limit is above the price applies; null is no limit. */
export type ConfirmationRules = readonly {
  readonly belowPounds: number | null
  readonly confirmations: number
}[]

/**
 * How many confirmations a payment of this price must have. An invoice stores the number when it is opened, so that other
 * rules change no existing invoice. Never 0: since Core 28 every unconfirmed transaction can be replaced.
 */
export function requiredConfirmations(pricePence: bigint, rules: ConfirmationRules): number {
  const rule = rules.find(
    ({ belowPounds }) => belowPounds === null || pricePence < BigInt(belowPounds) * 100n,
  )
  return Math.max(1, rule?.confirmations ?? 6)
}

/** Depth including the output's own block; 0 = in the mempool. */
export function confirmationsOf(output: Output, height: number): number {
  if (output.status !== "confirmed" || output.height === null) return 0
  return Math.max(0, height - output.height + 1)
}

/**
 * The most confirmations that outputs worth `enough` all have: the depth of the payment as a whole.
 * A small top-up on a deep payment that is already enough does not make it shallow again.
 * Null when the outputs are not worth that much.
 */
export function depthOf(outputs: readonly Output[], enough: bigint, height: number): number | null {
  const depths = [...new Set(outputs.map((output) => confirmationsOf(output, height)))].sort((a, b) => b - a)
  const isEnough = (depth: number): boolean => {
    const deep = outputs.filter((output) => confirmationsOf(output, height) >= depth)
    return sumSatoshis(deep.map(({ amount }): Satoshis => amount)) >= enough
  }
  return depths.find(isEnough) ?? null
}
