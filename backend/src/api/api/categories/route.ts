import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { catalogueFor, sendFromCatalogue } from "../../catalogue-answer"

/** `GET /api/categories`, in the shop.s order. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const catalogue = await catalogueFor(request)
  sendFromCatalogue(request, response, catalogue, "categories", () => catalogue.context.categories)
}
