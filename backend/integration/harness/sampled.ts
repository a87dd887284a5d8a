import { z } from "zod"

const isComplete = z.enum(["sampled", "all"]).default("sampled").parse(process.env["TEST_CASES"]) === "all"

/**
 * Every third case of a long list: `TEST_CASES=all` takes all of them.
 * @param first 0, 1 or 2: where to begin
 */
export const sampled = <Case>(cases: readonly Case[], first = 0): Case[] =>
  cases.filter((_, index) => isComplete || (index - first) % 3 === 0)

const today = Math.floor(Date.now() / 86_400_000)

/**
 * One case of a list that costs a start of the shop each, such as the writes at which it is killed: `npm test` takes
 * another one each day, `npm run test:faults` all of them.
 */
export const oneADay = <Case>(cases: readonly Case[]): Case[] =>
  cases.filter((_, index) => isComplete || index === today % cases.length)
