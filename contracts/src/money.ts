import * as z from "zod/mini"
import { toPounds } from "./format-money"

/** Pounds on the wire: a decimal string with two places, `"12.50"`. In code, money is integer pence. */
export const poundsSchema = z
  .string()
  .check(z.regex(/^\d{1,7}\.\d{2}$/, "Use pounds with two decimals, like 12.50."))

/** A union's schema would be in the code of every page with a cart. */
export const numberOrTextSchema = z.custom<number | string>(
  (value: unknown) => typeof value === "number" || typeof value === "string",
)

/** From a number or a decimal string to integer pence. Floating-point noise such as `0.1 + 0.2` is rejected, not rounded. */
export const penceFromClientSchema = z.pipe(
  numberOrTextSchema,
  z.transform((value, context) => {
    const match = /^(\d{1,7})(?:\.(\d{1,2})0*)?$/.exec(String(value))
    if (!match) {
      context.issues.push({
        code: "custom",
        message: "Use pounds with at most two decimals, like 12.50.",
        input: value,
      })
      return z.NEVER
    }
    return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"))
  }),
)

/** Tolerant, as the specification says: from a number or a string with at most two decimals to `"12.50"`. */
export const priceSchema = z.pipe(
  z.pipe(
    penceFromClientSchema,
    z.transform((pence: number) => toPounds(pence)),
  ),
  poundsSchema,
)
