import { productSchema } from "@shop/contracts"
import { pathParameter } from "../../../../platform/http/parse"
import { Problem } from "../../../../platform/http/problem"
import { defineRoute } from "../../../../platform/http/routes"
import { catalogueFor, sendFromCatalogue } from "../../../catalogue-answer"

export const GET = defineRoute(
  {
    method: "get",
    path: "/api/products/{slug}",
    summary: "One product",
    answer: productSchema,
    rejections: [404],
  },
  async (request, response) => {
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
      netQuantity: entry.netQuantity,
      ...(entry.images.length > 1 && { images: [...entry.images] }),
    }))
  },
)
