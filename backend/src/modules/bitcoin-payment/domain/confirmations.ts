import type { Output, Policy } from "./invoice"
import { sumSatoshis, type Satoshis } from "./satoshis"

/** How deep a payment of this value must lie before it is final. Never 0: since Core 28 every unconfirmed transaction can be replaced. */
export function requiredConfirmations(pricePence: bigint, policy: Policy): number {
  const row = policy.confirmations.find(({ belowPence }) => belowPence === null || pricePence < belowPence)
  return Math.max(1, row?.count ?? 6)
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
