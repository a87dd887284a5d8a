import { catalogueFor } from "../../../../catalogue-answer"
import { categoryOfPath } from "../../../../category-of-path"
import { Problem } from "../../../../../http/problem"
import { sendProductList } from "../../../../product-list"
import { array } from "zod/mini"
import { productListQuerySchema, productSchema } from "@shop/contracts"
import { parse } from "../../../../../http/parse"
import { defineRoute } from "../../../../../http/routes"

/** `GET /api/categories/{id or slug}/products`; takes the same queries as all products, but for the category. */
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
