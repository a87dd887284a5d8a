import { MedusaError } from "@medusajs/framework/utils"
import type { z } from "@medusajs/framework/zod"

/** What is wrong with a request's body: a sentence for each field, and the code `invalid_body`. */
export function invalidBody({ issues }: z.ZodError): MedusaError {
  const sentences = issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join(".")}: ${message}`,
  )
  return new MedusaError(MedusaError.Types.INVALID_DATA, sentences.join("; "), "invalid_body")
}
