import { z } from "@medusajs/framework/zod"
import { QUANTITY_UNITS, VAT_CATEGORIES } from "@shop/contracts"
import { foodFactsSchema } from "../../modules/food-information"

export const netQuantitySchema = z.strictObject({
  value: z.number("Give a number.").positive("It has to be more than 0.").max(100_000, "That is too much."),
  unit: z.enum(QUANTITY_UNITS, "Use g, kg, ml or l."),
})
export const weightSchema = z
  .string()
  .trim()
  .min(1, "Say what stands on the label, like 250 g.")
  .max(60, "Use at most 60 characters.")
export const badgeSchema = z
  .string()
  .trim()
  .max(24, "A badge has room for 24 characters.")
  .nullable()
  .transform((badge) => (badge === "" ? null : badge))

/** The product's form as it is sent. */
export const saveProductFactsSchema = z.strictObject({
  facts: foodFactsSchema,
  badge: badgeSchema,
  isFeatured: z.boolean(),
  /** Null leaves it to a rate of the staff's own. */
  vat: z.enum(VAT_CATEGORIES, "Choose the VAT.").nullable(),
  variants: z.array(
    z.strictObject({ id: z.string(), weight: weightSchema, netQuantity: netQuantitySchema.nullable() }),
  ),
  publish: z.boolean(),
})
