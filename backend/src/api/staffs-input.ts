import { MedusaError } from "@medusajs/framework/utils"
import type { z } from "@medusajs/framework/zod"

/**
 * What staff's pages send, read by its schema.
 * @throws MedusaError in the schema's own sentences, which the admin shows
 */
export function staffsInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const sentences = parsed.error.issues.map(({ message }) => message)
  throw new MedusaError(MedusaError.Types.INVALID_DATA, sentences.join(" "))
}
