import { categorySchema } from "@shop/contracts"
import { array } from "zod/mini"
import { defineRoute } from "../../../platform/http/routes"
import { catalogueFor, sendFromCatalogue } from "../../catalogue-answer"

export const GET = defineRoute(
  {
    method: "get",
    path: "/api/categories",
    summary: "All categories",
    answer: array(categorySchema),
  },
  async (request, response) => {
    const catalogue = await catalogueFor(request)
    sendFromCatalogue(request, response, catalogue, "categories", () => catalogue.context.categories)
  },
)
