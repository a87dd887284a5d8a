import { z } from "@medusajs/framework/zod"

/** Whole seconds since 1970 as text, to milliseconds. */
export const unixSeconds = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform((text) => Number(text) * 1000)
