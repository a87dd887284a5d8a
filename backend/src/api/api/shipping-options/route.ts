import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { catalogueFor, sendFromCatalogue } from "../../catalogue-answer"

/** `GET /api/shipping-options`: how a parcel can travel and what it costs now. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const catalogue = await catalogueFor(request)
  sendFromCatalogue(request, response, catalogue, "shipping", () => catalogue.context.shippingOptions)
}
