import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { catalogueFor, sendFromCatalogue } from "../../../catalogue-answer"
import { categoryOfPath } from "../../../category-of-path"

/** `GET /api/categories/{slug or id}` */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const catalogue = await catalogueFor(request)
  const category = categoryOfPath(request, catalogue)
  sendFromCatalogue(request, response, catalogue, `category ${category.id}`, () => category)
}
