import { z } from "zod"

const isComplete = z.enum(["sampled", "all"]).default("sampled").parse(process.env["TEST_CASES"]) === "all"

/**
 * The cases of a long list, such as the writes at which the shop is killed: `npm test` takes every third one,
 * `npm run test:faults` and `npm run test:fuzz` all of them.
 * @param first 0, 1 or 2: where to begin
 */
export const sampled = <Case>(cases: readonly Case[], first = 0): Case[] =>
  cases.filter((_, index) => isComplete || (index - first) % 3 === 0)
