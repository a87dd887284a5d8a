import { z } from "@medusajs/framework/zod"

/** Two years and a leap day: what a page can show and a database answers at once. */
const LONGEST_DAYS = 732
const DAY_MS = 24 * 60 * 60 * 1000

/** Whole days of the shop's clock, Europe/London, first and last included. */
export const spanSchema = z
  .object({
    from: z.iso.date("Give the first day like 2026-03-01."),
    to: z.iso.date("Give the last day like 2026-03-31."),
  })
  .refine(({ from, to }) => from <= to, "The first day comes after the last.")
  .refine(
    ({ from, to }) => (Date.parse(to) - Date.parse(from)) / DAY_MS < LONGEST_DAYS,
    "Ask for two years at most.",
  )

export type Span = z.output<typeof spanSchema>
