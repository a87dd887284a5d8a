import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

/** The process answers; whether what it needs answers too is asked at /api/ready. */
export function GET(_request: MedusaRequest, response: MedusaResponse) {
  response.set("cache-control", "no-store").json({ status: "ok" })
}
