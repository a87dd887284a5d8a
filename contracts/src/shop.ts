import * as z from "zod/mini"
import { poundsSchema } from "./money"

/** The shop's social networks; each has an icon on the pages. */
export const SOCIAL_NETWORKS = ["instagram", "facebook", "x"] as const

/** `GET /api/shop`: the seller's details, which the law requires on every page. Staff edit them in the admin. */
export const businessDetailsSchema = z.object({
  name: z.string(),
  legalName: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Null for a sole trader. */
  companyNumber: z.nullable(z.string()),
  registeredIn: z.nullable(z.string()),
  /** Null below the VAT threshold. */
  vatNumber: z.nullable(z.string()),
  /** Opening hours, Monday first. */
  hours: z.array(z.object({ days: z.string(), hours: z.string() })),
  social: z.array(z.object({ network: z.enum(SOCIAL_NETWORKS), url: z.string() })),
  /** Periods that the policies promise; null while the backend is unavailable. */
  periods: z.nullable(
    z.object({
      quoteMinutes: z.number(),
      /** How long a conversation is kept after its last message. */
      messagesKeptDays: z.int(),
    }),
  ),
  /** Null without cards, and while the backend is unavailable. `processor`: like 'Stripe'; null if staff charge by hand. */
  cards: z.nullable(
    z.object({
      processor: z.nullable(z.string()),
      /** How long an unpaid card order keeps its stock. */
      minutesToPay: z.number(),
      /** No smaller amount can be charged. */
      least: poundsSchema,
    }),
  ),
  /** True while any value is demonstration data. */
  demo: z.boolean(),
})
export type BusinessDetails = z.infer<typeof businessDetailsSchema>
