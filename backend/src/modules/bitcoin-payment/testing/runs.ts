import fc from "fast-check"

/** How often each property is tried: `FC_RUNS`, a few hundred unless somebody asks for a soak. */
const RUNS = Math.max(1, Math.trunc(Number(process.env["FC_RUNS"] ?? 200)) || 200)

/** A property's time limit: a soak of 10,000 runs is no failure. */
export const TEST_TIMEOUT = { timeout: 20_000 + RUNS * 100 }

/** `FC_SEED`: the same runs every time. `FC_SHRINK=no`: whoever only asks whether a property falls need not wait for the smallest counterexample. */
const seed = process.env["FC_SEED"]
const EFFORT = {
  numRuns: RUNS,
  endOnFailure: process.env["FC_SHRINK"] === "no",
  ...(seed === undefined ? {} : { seed: Number(seed) }),
}

fc.configureGlobal(EFFORT)
