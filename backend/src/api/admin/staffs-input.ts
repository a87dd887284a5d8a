import { MedusaError } from "@medusajs/framework/utils"
import type { z } from "@medusajs/framework/zod"
import { fieldErrors, UNSAID } from "./staff-answers"

/**
 * What staff's page sent, read by its schema.
 * @throws MedusaError in the schema's own sentences, which Medusa answers as 400 and the admin shows
 */
export function staffsInput<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const sentences = fieldErrors(parsed.error).map(({ field, message }) =>
    message === UNSAID ? `'${field}' is missing or not of the right kind.` : message,
  )
  throw new MedusaError(MedusaError.Types.INVALID_DATA, sentences.join(" "))
}
