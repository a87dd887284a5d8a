import { expect, it } from "vitest"
import { DEFAULT_POLICY } from "../../modules/bitcoin-payment/domain/policy"
import { underpaidDeadline } from "./underpaid-deadline"

it("gives exactly the grace that the evaluator gives", () => {
  const end = "2026-06-21T15:05:00.000Z"
  expect(Date.parse(underpaidDeadline(end)) - Date.parse(end)).toBe(DEFAULT_POLICY.graceMs)
})
