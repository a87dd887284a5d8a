import fc from "fast-check"

/** How often each property is tried: `FC_RUNS`. */
const RUNS = Math.max(1, Math.trunc(Number(process.env["FC_RUNS"] ?? 200)) || 200)

/** Each history has some 30 commands on a real database, so `npm test` tries few. */
export const HISTORY_RUNS = process.env["FC_RUNS"] === undefined ? 20 : RUNS

/** Those of a changed order are short. */
export const CHANGE_RUNS = process.env["FC_RUNS"] === undefined ? 300 : RUNS

/** Those of both rails. */
export const RAIL_RUNS = process.env["FC_RUNS"] === undefined ? 100 : RUNS

/** The time limit of a property. Only a test that hangs may exceed it. */
export const TEST_TIMEOUT = { timeout: 120_000 + RUNS * 4000 }

/** One history that stalls fails with its seed. */
const RUN_TIMEOUT_MS = 60_000

const seed = process.env["FC_SEED"]

fc.configureGlobal({
  numRuns: RUNS,
  ...(seed === undefined ? {} : { seed: Number(seed) }),
})
fc.installGlobalPlugin(fc.timeout(RUN_TIMEOUT_MS))
// What a stall leaves locked stalls the shorter histories too. Their search ends before the test does.
fc.installGlobalPlugin(
  fc.interruptAfterTimeLimit(TEST_TIMEOUT.timeout - RUN_TIMEOUT_MS, { failOnInterrupt: true }),
)
