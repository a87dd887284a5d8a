import { execFileSync } from "node:child_process"
import { z } from "zod"

const isComplete = z.enum(["sampled", "all"]).default("sampled").parse(process.env["TEST_CASES"]) === "all"

/**
 * Every third case of a long list: `TEST_CASES=all` takes all of them.
 * @param first 0, 1 or 2: where to begin
 */
export const sampled = <Case>(cases: readonly Case[], first = 0): Case[] =>
  cases.filter((_, index) => isComplete || (index - first) % 3 === 0)

/**
 * One case of a list that costs a start of the shop each, such as the writes at which it is killed: `npm test` takes
 * another one with each commit, `npm run test:faults` all of them. `TEST_SEED=<number>` repeats what a run printed.
 */
export function oneOf<Case>(cases: readonly Case[]): Case[] {
  if (isComplete) return [...cases]
  const seed = z.coerce.number().int().nonnegative().default(seedOfCommit).parse(process.env["TEST_SEED"])
  process.stdout.write(`TEST_SEED=${seed}: one of ${cases.length} cases\n`)
  return cases.filter((_, index) => index === seed % cases.length)
}

/** The same for each run of a commit, so that a failure in the CI is one on any machine. */
function seedOfCommit(): number {
  return parseInt(execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).slice(0, 8), 16)
}
