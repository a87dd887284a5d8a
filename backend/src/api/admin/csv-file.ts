import type { MedusaResponse } from "@medusajs/framework/http"

/** Turns the response into a CSV download that is not cached. */
export function asCsvFile(response: MedusaResponse, name: string): MedusaResponse {
  response.attachment(name)
  response.set({ "content-type": "text/csv; charset=utf-8", "cache-control": "no-store" })
  return response
}
