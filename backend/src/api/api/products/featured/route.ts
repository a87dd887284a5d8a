import { FEATURED_LIMIT, productSchema } from "@shop/contracts"
import { array } from "zod/mini"
import { defineRoute } from "../../../../platform/http/routes"
import { catalogueFor, sendFromCatalogue } from "../../../catalogue-answer"

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
