import { catalogueFor } from "../../catalogue-answer"
import { sendProductList } from "../../product-list"
import { array } from "zod/mini"
import { productListQuerySchema, productSchema } from "@shop/contracts"
import { defineRoute } from "../../../http/routes"

/** `GET /api/products`: all of them; `?search=&sort=&category=&limit=&cursor=` narrows. */
export const GET = defineRoute(
  {
    method: "get",
    path: "/api/products",
    summary: "All products, or those that a search, a category and a page leave",
    query: productListQuerySchema,
    answer: array(productSchema),
    rejections: [400],
  },
  async (request, response, readQuery) => {
    sendProductList(request, response, await catalogueFor(request), readQuery())
  },
)
