import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readUnpaidClients } from "../../../orders/unpaid-orders"

/** `GET /admin/unpaid-orders`: clients with several unpaid orders, and what they hold. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  response.json(await readUnpaidClients(request.scope))
}
