import { feedPageSchema, feedQuerySchema } from "@shop/contracts/product-feed"
import { listProducts, readFeedItems, toCursor } from "../../../catalogue"
import { defineRoute } from "../../../platform/http/routes"
import { catalogueFor, sendRevalidated } from "../../catalogue-answer"
import { positionIn } from "../../product-list"

/** Ten thousand products are read in twenty calls of some 50 ms, and other requests run in between. */
const PRODUCTS_PER_CALL = 500

export const GET = defineRoute(
  {
    method: "get",
    path: "/api/product-feed",
    summary: "The products as shopping services need them, in parts",
    query: feedQuerySchema,
    answer: feedPageSchema,
    rejections: [400],
  },
  async (request, response, readQuery) => {
    const { cursor } = readQuery()
    const after = positionIn(cursor, "That part does not exist. Please start again with the first part.")
    const snapshot = await catalogueFor(request)
    const { products, next } = listProducts(snapshot, { sort: "name", limit: PRODUCTS_PER_CALL, after })
    sendRevalidated(request, response, {
      items: await readFeedItems(
        request.scope,
        snapshot,
        products.map(({ id }) => id),
      ),
      next: next ? toCursor(next) : null,
    })
  },
)
