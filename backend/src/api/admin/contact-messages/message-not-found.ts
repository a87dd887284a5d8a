import { MedusaError } from "@medusajs/framework/utils"

/** The answer to who asks for a message that is not there. */
export function messageNotFound(): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such message; it may have been deleted.")
}
