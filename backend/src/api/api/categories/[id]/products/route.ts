import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { catalogueFor } from "../../../../catalogue-answer"
import { categoryOfPath } from "../../../../category-of-path"
import { Problem } from "../../../../../http/problem"
import { sendProductList } from "../../../../product-list"

/** `GET /api/categories/{id or slug}/products`; takes the same queries as all products, but for the category. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const catalogue = await catalogueFor(request)
  const category = categoryOfPath(request, catalogue)
  if (request.query["category"] !== undefined) {
    throw new Problem(400, "invalid", "The address names a category already; leave 'category' out.")
  }
  sendProductList(request, response, catalogue, category)
}
