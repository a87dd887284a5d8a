import type { MedusaResponse } from "@medusajs/framework/http"
import type { z } from "@medusajs/framework/zod"

export interface FieldError {
  field: string
  message: string
}

/** The message for a field whose schema has none. */
export const MISSING_MESSAGE = "This is missing or not of the right kind."

/** The first error of each field, as a sentence. */
export function fieldErrors(error: z.core.$ZodError): FieldError[] {
  const errors = new Map<string, string>()
  for (const { path, message } of error.issues) {
    const field = path.map(String).join(".")
    const sentence = message.startsWith("Invalid input") ? MISSING_MESSAGE : message
    if (!errors.has(field)) errors.set(field, sentence)
  }
  return [...errors].map(([field, message]) => ({ field, message }))
}

/** Refuses in the shape that Medusa's admin shows, with a sentence for each field of our own forms. */
export function sendStaffError(
  response: MedusaResponse,
  status: 400 | 409,
  message: string,
  errors: readonly FieldError[] = [],
): void {
  response.status(status).json({ type: status === 400 ? "invalid_data" : "conflict", message, errors })
}
