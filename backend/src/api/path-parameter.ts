import type { MedusaRequest } from "@medusajs/framework/http"

/** A part of the path that the route's folder names. */
export function pathParameter(request: MedusaRequest, name: string): string {
  const value = request.params[name]
  if (value === undefined) throw new Error(`This route's path has no [${name}].`)
  return value
}
