import { isBelow, type Currency, type Price } from "./currency"
import { isByLightning, type Output } from "./invoice"
import { sumSatoshis, type Satoshis } from "./satoshis"

/** So deep that no reorganisation has ever reached it. No payment may need more. */
export const SETTLED = 100

/** The first rule whose limit in the price's currency (whole units) is above the price, or null, applies. */
export type ConfirmationRules = readonly {
  readonly below: Readonly<Record<Currency, number>> | null
  readonly confirmations: number
}[]

/** Stored with the invoice when it is opened. Never 0: since Core 28 every unconfirmed transaction can be replaced. */
export function requiredConfirmations(price: Price, rules: ConfirmationRules): number {
  const rule = rules.find(({ below }) => below === null || isBelow(price, below))
  return Math.max(1, rule?.confirmations ?? 6)
}

/** False: no limit names the currency, although others have limits. The last rule holds there at every price. */
export function isNamed(rules: ConfirmationRules, currency: Currency): boolean {
  const limits = rules.flatMap(({ below }) => (below === null ? [] : [below]))
  return limits.length === 0 || limits.some((limit) => limit[currency] !== undefined)
}

/** Depth including the output's own block; 0 = in the mempool. What Lightning settled needs no block, and nothing undoes it. */
export function confirmationsOf(output: Output, height: number): number {
  if (isByLightning(output)) return SETTLED
  if (output.status !== "confirmed" || output.height === null) return 0
  return Math.max(0, height - output.height + 1)
}

/** The most that outputs worth `enough` all have: a small top-up does not make a payment shallow again. Null: not enough. */
export function depthOf(outputs: readonly Output[], enough: bigint, height: number): number | null {
  const depths = [...new Set(outputs.map((output) => confirmationsOf(output, height)))].sort((a, b) => b - a)
  const isEnough = (depth: number): boolean => {
    const deep = outputs.filter((output) => confirmationsOf(output, height) >= depth)
    return sumSatoshis(deep.map(({ amount }): Satoshis => amount)) >= enough
  }
  return depths.find(isEnough) ?? null
}
