import { productListQuerySchema, productSchema } from "@shop/contracts"
import { array } from "zod/mini"
import { defineRoute } from "../../../platform/http/routes"
import { catalogueFor } from "../../catalogue-answer"
import { sendProductList } from "../../product-list"

export const GET = defineRoute(
  {
    method: "get",
    path: "/api/products",
    summary: "All products, or those of a search, a category and a page",
    query: productListQuerySchema,
    answer: array(productSchema),
    rejections: [400],
  },
  async (request, response, readQuery) => {
    sendProductList(request, response, await catalogueFor(request), readQuery())
  },
)
