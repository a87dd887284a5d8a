import type { MedusaResponse } from "@medusajs/framework/http"

/** Makes the answer a CSV file of this name, which only whoever asked keeps. */
export function asCsvFile(response: MedusaResponse, name: string): MedusaResponse {
  response.attachment(name)
  response.set({ "content-type": "text/csv; charset=utf-8", "cache-control": "no-store" })
  return response
}
