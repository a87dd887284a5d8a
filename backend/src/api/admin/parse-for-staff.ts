import { MedusaError } from "@medusajs/framework/utils"
import type { z } from "@medusajs/framework/zod"

/**
 * What staff's page sent, by its schema.
 * @throws MedusaError with the schema's own sentence, which Medusa answers as 400
 */
export function parseForStaff<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const sentences = parsed.error.issues.map(({ message }) => message)
  throw new MedusaError(MedusaError.Types.INVALID_DATA, sentences.join(" "))
}
