import { firebaseConfigSchema, shippingOptionSchema } from "@shop/contracts"
import * as z from "zod/mini"

/** Loaded with the first call or interaction: a page comes with its data, which the server has parsed. */
export {
  bitcoinRateSchema,
  cartDiscountSchema,
  cartSchema,
  problemSchema,
  sessionSchema,
} from "@shop/contracts"

export const shippingOptionsSchema = z.array(shippingOptionSchema)
export const signInConfigSchema = z.nullable(firebaseConfigSchema)
