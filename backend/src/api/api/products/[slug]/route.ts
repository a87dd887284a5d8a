import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { catalogueFor, sendFromCatalogue } from "../../../catalogue-answer"
import { pathParameter } from "../../../../http/path-parameter"
import { Problem } from "../../../../http/problem"

/** `GET /api/products/{slug}`: the product with what is said of its food. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const catalogue = await catalogueFor(request)
  const entry = catalogue.bySlug(pathParameter(request, "slug"))
  if (!entry) {
    throw new Problem(
      404,
      "unknown_product",
      "The product you're looking for doesn't exist or has been removed.",
    )
  }
  sendFromCatalogue(request, response, catalogue, `product ${entry.product.id}`, () => ({
    ...entry.product,
    food: entry.food,
  }))
}
