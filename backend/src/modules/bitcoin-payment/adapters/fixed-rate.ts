import type { Clock } from "../ports/clock"
import type { RateSource } from "../ports/rate-source"

/** The shop's own rate in pounds for one bitcoin, as the operator set it. */
export function fixedRate(pounds: string, clock: Clock): RateSource {
  return { current: async () => ({ pounds, source: "fixed", asOf: clock() }) }
}
