import * as z from "zod/mini"
import { cartIdSchema } from "./cart"
import { PAYMENT_METHODS, SHIPPING_METHODS } from "./choices"
import { penceFromClientSchema, poundsSchema } from "./money"
import { formatPostcode, isPostcode } from "./postcode"

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

const text = (min: number, max: number, message: string) =>
  z.string(message).check(z.trim(), z.minLength(min, message), z.maxLength(max, message))

/** The checkout form with the messages of the specification (section 5), validated on both sides. */
export const checkoutFormSchema = z.strictObject({
  email: z
    .string("Please enter a valid email address.")
    .check(
      z.trim(),
      z.maxLength(254, "Please enter a valid email address."),
      z.email("Please enter a valid email address."),
    ),
  name: text(2, 120, "Name must be at least 2 characters."),
  address: text(5, 300, "Please enter a valid address."),
  city: text(2, 80, "Please select a city."),
  postcode: z.pipe(
    z
      .string("Please enter a valid UK postcode.")
      .check(z.refine(isPostcode, "Please enter a valid UK postcode.")),
    z.transform(formatPostcode),
  ),
  phone: text(10, 30, "Please enter a valid phone number."),
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
/** As sent by a client. */
export type PlaceOrderBody = z.input<typeof placeOrderSchema>
