import * as z from "zod/mini"

/** Who the shop is. The law wants these within reach of every page; the operator supplies them, the defaults are for trying out. */
export const shopFactsSchema = z.object({
  name: z.string(),
  legalName: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  companyNumber: z.string(),
  registeredIn: z.string(),
  /** Null for a shop below the VAT threshold. */
  vatNumber: z.nullable(z.string()),
  url: z.string(),
  /** True while any of it is made up. */
  demo: z.boolean(),
})
export type ShopFacts = z.infer<typeof shopFactsSchema>

export const OPENING_HOURS = [
  { days: "Mon-Fri", hours: "9am-5pm" },
  { days: "Sat", hours: "10am-2pm" },
] as const

export const FOUNDED = 2020
