import { catalogueFor, sendFromCatalogue } from "../../../catalogue-answer"
import { array } from "zod/mini"
import { FEATURED_LIMIT, productSchema } from "@shop/contracts"
import { defineRoute } from "../../../../http/routes"

/** `GET /api/products/featured`: four at most. */
export const GET = defineRoute(
  {
    method: "get",
    path: "/api/products/featured",
    summary: "Featured products, four at most",
    answer: array(productSchema),
  },
  async (request, response) => {
    const catalogue = await catalogueFor(request)
    sendFromCatalogue(request, response, catalogue, "featured", () =>
      catalogue
        .ordered("featured")
        .filter((entry) => entry.product.featured)
        .slice(0, FEATURED_LIMIT)
        .map((entry) => entry.product),
    )
  },
)
