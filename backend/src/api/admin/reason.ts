import { z } from "@medusajs/framework/zod"

/** The reason for a staff action, stored permanently in the audit log. */
export const reason = z
  .string("Say why.")
  .trim()
  .min(5, "Say why, in a few words.")
  .max(500, "Keep it below 500 characters.")
