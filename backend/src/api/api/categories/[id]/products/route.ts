import { productListQuerySchema, productSchema } from "@shop/contracts"
import { array } from "zod/mini"
import { parse } from "../../../../../platform/http/parse"
import { Problem } from "../../../../../platform/http/problem"
import { defineRoute } from "../../../../../platform/http/routes"
import { catalogueFor, categoryOfPath } from "../../../../catalogue-answer"
import { sendProductList } from "../../../../product-list"

export const GET = defineRoute(
  {
    method: "get",
    path: "/api/categories/{id}/products",
    summary: "The products of a category",
    answer: array(productSchema),
    rejections: [404],
  },
  async (request, response) => {
    const catalogue = await catalogueFor(request)
    const category = categoryOfPath(request, catalogue)
    if (request.query["category"] !== undefined) {
      throw new Problem(400, "invalid", "The address names a category already; leave 'category' out.")
    }
    const query = parse(productListQuerySchema, request.query)
    sendProductList(request, response, catalogue, query, category)
  },
)
