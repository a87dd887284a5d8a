import * as z from "zod/mini"

// Regular expressions rather than zod's own schemas of these formats: every page with a cart would carry those.

/** A moment as JSON has it, `2026-11-28T09:30:00.000Z`. */
export const instantSchema = z.string().check(z.regex(z.regexes.datetime({})))

/** A day of the calendar, `2026-11-28`. */
export const daySchema = z.string().check(z.regex(z.regexes.date))

/** An address that a browser may open. */
export const webAddressSchema = z.string().check(z.regex(/^https?:\/\/[^\s/]\S*$/))
