import { z } from "zod"

const isComplete = z.enum(["some", "all"]).default("some").parse(process.env["CRASH_POINTS"]) === "all"

/** Where a test kills the shop: `npm test` takes every third of these points, `npm run test:faults` all of them. */
export const crashPoints = <Point extends [unknown, ...unknown[]]>(points: Point[]): Point[] =>
  points.filter((_, index) => isComplete || index % 3 === 0)
