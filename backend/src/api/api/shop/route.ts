import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readShopFacts } from "../../../workflows/shop-facts/read-shop-facts"
import { sendRevalidated } from "../../catalogue-answer"

/** `GET /api/shop`: who sells. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  sendRevalidated(request, response, await readShopFacts(request.scope))
}
