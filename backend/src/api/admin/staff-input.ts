import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { fieldErrors, MISSING_MESSAGE } from "./staff-answers"

/**
 * What staff's page sent, read by its schema.
 * @throws MedusaError in the schema's own sentences, which Medusa answers as 400 and the admin shows
 */
export function parseStaffInput<Schema extends z.core.$ZodType>(
  schema: Schema,
  given: unknown,
): z.core.output<Schema> {
  const parsed = z.core.safeParse(schema, given)
  if (parsed.success) return parsed.data
  const sentences = fieldErrors(parsed.error).map(({ field, message }) =>
    message === MISSING_MESSAGE ? `'${field}' is missing or not of the right kind.` : message,
  )
  throw new MedusaError(MedusaError.Types.INVALID_DATA, sentences.join(" "))
}
