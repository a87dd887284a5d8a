import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { FEATURED_LIMIT } from "@shop/contracts"
import { catalogueFor, sendFromCatalogue } from "../../../catalogue-answer"

/** `GET /api/products/featured`: four at most. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const catalogue = await catalogueFor(request)
  sendFromCatalogue(request, response, catalogue, "featured", () =>
    catalogue
      .ordered("featured")
      .filter((entry) => entry.product.featured)
      .slice(0, FEATURED_LIMIT)
      .map((entry) => entry.product),
  )
}
