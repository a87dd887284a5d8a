import * as z from "zod/mini"

/** Where else the shop can be found; each has an icon in the shop's pages. */
export const SOCIAL_NETWORKS = ["instagram", "facebook", "x"] as const

/** `GET /api/shop`: who sells. The law wants these within reach of every page; staff edit them in the admin. */
export const businessDetailsSchema = z.object({
  /** The name over the door. */
  name: z.string(),
  /** The trader as registered. */
  legalName: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Null for a trader that is no company. */
  companyNumber: z.nullable(z.string()),
  registeredIn: z.nullable(z.string()),
  /** Null below the VAT threshold. */
  vatNumber: z.nullable(z.string()),
  /** When somebody is there, in the order of the week. */
  hours: z.array(z.object({ days: z.string(), hours: z.string() })),
  social: z.array(z.object({ network: z.enum(SOCIAL_NETWORKS), url: z.string() })),
  /** What the policies promise in time; null while nobody can be asked. */
  periods: z.nullable(
    z.object({
      /** How long an amount in Bitcoin holds. */
      quoteMinutes: z.number(),
      /** How long a message is kept after the last word about it. */
      messagesKeptDays: z.int(),
    }),
  ),
  /** True while any of it is made up for trying out. */
  demo: z.boolean(),
})
export type BusinessDetails = z.infer<typeof businessDetailsSchema>

/** How long personal data is kept at most (UK GDPR, article 5); the privacy policy says so and the nightly job does it. */
export const RETENTION = {
  /** Carts that nobody touched, and with them the address of an order that was not placed. */
  cartDays: 30,
  /** Who ordered, of orders that were cancelled without having been paid. */
  unpaidOrderDays: 90,
  /** Who ordered, of all others: as long as the tax office may ask. */
  orderYears: 6,
} as const
