import { catalogueFor, sendFromCatalogue } from "../../catalogue-answer"
import { array } from "zod/mini"
import { categorySchema } from "@shop/contracts"
import { defineRoute } from "../../../http/routes"

/** `GET /api/categories`, in the shop.s order. */
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
