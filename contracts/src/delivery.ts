import * as z from "zod/mini"
import { SHIPPING_METHODS } from "./choices"
import { daySchema, instantSchema } from "./formats"
import { poundsSchema } from "./money"

/** The days of a parcel's estimated arrival, as dates of the UK calendar. `label` is like 'Wed 25 – Thu 26 Nov'. */
export const deliveryEstimateSchema = z.object({
  earliest: daySchema,
  latest: daySchema,
  label: z.string(),
})
export type DeliveryEstimate = z.infer<typeof deliveryEstimateSchema>

export const shippingOptionSchema = z.object({
  id: z.enum(SHIPPING_METHODS),
  label: z.string(),
  price: poundsSchema,
  /** Other prices for goods that cost at least `from` after discounts, ascending. */
  conditionalPrices: z.optional(z.array(z.object({ from: poundsSchema, price: poundsSchema }))),
  /** For an order that is paid now, and until `paidBefore`. Null: the server does not know the bank holidays of that time. */
  estimate: z.nullish(z.object({ ...deliveryEstimateSchema.shape, paidBefore: instantSchema })),
})
export type ShippingOption = z.infer<typeof shippingOptionSchema>
