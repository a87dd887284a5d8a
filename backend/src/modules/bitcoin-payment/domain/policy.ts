import type { Policy } from "./invoice"
import { satoshis, ZERO } from "./satoshis"

/** The shop's rules unless staff set others: 1 confirmation under £100, 3 under £1,000, else 6. */
export const DEFAULT_POLICY: Policy = {
  tolerance: ZERO,
  dust: satoshis(294n),
  graceMs: 15 * 60 * 1000,
  holdMs: 30 * 60 * 1000,
  confirmations: [
    { belowPence: 100_00n, count: 1 },
    { belowPence: 1_000_00n, count: 3 },
    { belowPence: null, count: 6 },
  ],
}
