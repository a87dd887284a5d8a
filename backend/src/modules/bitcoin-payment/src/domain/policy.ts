import type { Policy } from "./invoice"
import { satoshis } from "./satoshis"

export const DEFAULT_POLICY: Policy = {
  dust: satoshis(294n),
  graceMs: 15 * 60 * 1000,
  holdMs: 30 * 60 * 1000,
  caseMs: 36 * 60 * 60 * 1000,
  workingDays: { timeZone: "UTC", holidays: [] },
}
