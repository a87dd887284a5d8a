import { z } from "@medusajs/framework/zod"

/**
 * A price in pounds as the market wrote it, to whole pence, the rest cut off: `"64050.019"` is 6,405,001. Digits only:
 * no sign, no exponent, and never a float in between.
 */
export const decimalPence = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,30})?$/)
  .transform((text) => {
    const [whole = "0", fraction = ""] = text.split(".")
    return BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, "0"))
  })
  .refine((pence) => pence > 0n)

/**
 * What a coin is worth between what is bid and what is asked. The last trade may be an hour old where trade is thin;
 * the book is of now.
 */
export const bookMiddle = z
  .object({ bid: decimalPence, ask: decimalPence })
  .refine(({ bid, ask }) => bid <= ask)
  .transform(({ bid, ask }) => (bid + ask) / 2n)
