import { MedusaError } from "@medusajs/framework/utils"
import type { z } from "@medusajs/framework/zod"

/** What a member of staff's page sent, as the call wants it. @throws MedusaError with a sentence for each field that is wrong */
export function readBody<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const sentences = parsed.error.issues.map(
    ({ path, message }) => `${path.join(".") || "The body"}: ${message}`,
  )
  throw new MedusaError(MedusaError.Types.INVALID_DATA, sentences.join(" "))
}
