import * as z from "zod/mini"
import { cartIdSchema } from "./cart"
import { PAYMENT_METHODS, SHIPPING_METHODS } from "./choices"
import { penceFromClientSchema, poundsSchema } from "./money"
import { postcodeSchema } from "./postcode"
import { emailSchema, nameSchema, phoneSchema, typedText } from "./text"

/** The days of a parcel's estimated arrival, as dates of the UK calendar. `label` is like 'Wed 25 – Thu 26 Nov'. */
export const deliveryEstimateSchema = z.object({
  earliest: z.iso.date(),
  latest: z.iso.date(),
  label: z.string(),
})
export type DeliveryEstimate = z.infer<typeof deliveryEstimateSchema>

/** A shipping option and its current price, set by staff. All texts about delivery use these values. */
export const shippingOptionSchema = z.object({
  id: z.enum(SHIPPING_METHODS),
  label: z.string(),
  price: poundsSchema,
  /** For an order that is paid now, and until `paidBefore`. Null: the server does not know the bank holidays of that time. */
  estimate: z.nullish(z.extend(deliveryEstimateSchema, { paidBefore: z.iso.datetime() })),
})
export type ShippingOption = z.infer<typeof shippingOptionSchema>

/** The checkout form with the messages of the specification (section 5), validated on both sides. */
export const checkoutFormSchema = z.strictObject({
  email: emailSchema,
  name: nameSchema,
  address: typedText(5, 300, "Please enter a valid address.", "Address must be at most 300 characters."),
  city: typedText(2, 80, "Please select a city.", "City must be at most 80 characters."),
  postcode: postcodeSchema,
  phone: phoneSchema,
  shippingMethod: z.enum(SHIPPING_METHODS, "Please choose a shipping method."),
  paymentMethod: z.enum(PAYMENT_METHODS, "Please choose how to pay."),
})
export type CheckoutForm = z.infer<typeof checkoutFormSchema>

/** `POST /api/orders`. The client's totals are compared with the server's and never used. */
export const placeOrderSchema = z.strictObject({
  ...checkoutFormSchema.shape,
  shippingCost: penceFromClientSchema,
  total: penceFromClientSchema,
  cartId: cartIdSchema,
})
/** Parsed by the backend: money in pence, postcode normalised. */
export type PlaceOrder = z.output<typeof placeOrderSchema>
export type PlaceOrderBody = z.input<typeof placeOrderSchema>
