import { categorySchema } from "@shop/contracts"
import { defineRoute } from "../../../../platform/http/routes"
import { catalogueFor, categoryOfPath, sendFromCatalogue } from "../../../catalogue-answer"

export const GET = defineRoute(
  {
    method: "get",
    path: "/api/categories/{id}",
    summary: "One category, by slug or id",
    answer: categorySchema,
    rejections: [404],
  },
  async (request, response) => {
    const catalogue = await catalogueFor(request)
    const category = categoryOfPath(request, catalogue)
    sendFromCatalogue(request, response, catalogue, `category ${category.id}`, () => category)
  },
)
