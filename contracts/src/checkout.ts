import * as z from "zod/mini"
import { PAYMENT_METHODS, SHIPPING_METHODS } from "./choices"
import { postcodeSchema } from "./postcode"
import { emailSchema, nameSchema, phoneSchema, typedText } from "./text"

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
