import * as z from "zod/mini"

/** Where else the shop can be found; each has an icon in the shop's pages. */
export const SOCIAL_NETWORKS = ["instagram", "facebook", "x"] as const

/** `GET /api/shop`: who sells. The law wants these within reach of every page; staff edit them in the admin. */
export const shopFactsSchema = z.object({
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
  /** True while any of it is made up for trying out. */
  demo: z.boolean(),
})
export type ShopFacts = z.infer<typeof shopFactsSchema>
