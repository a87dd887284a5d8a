import type { MedusaRequest } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

/** A part of the path that the route's folder names. */
export function pathParameter(request: MedusaRequest, name: string): string {
  const value = request.params[name]
  if (value === undefined)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `This route's path has no [${name}].`)
  return value
}
