import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readBusinessDetails } from "../../../workflows/business-details/read-business-details"
import { sendRevalidated } from "../../catalogue-answer"

/** `GET /api/shop`: who sells. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  sendRevalidated(request, response, await readBusinessDetails(request.scope))
}
