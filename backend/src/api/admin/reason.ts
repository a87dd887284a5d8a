import { z } from "@medusajs/framework/zod"

/** Why a member of staff decides as they do; it is kept for ever. */
export const reason = z
  .string("Say why.")
  .trim()
  .min(5, "Say why, in a few words.")
  .max(500, "Keep it below 500 characters.")
