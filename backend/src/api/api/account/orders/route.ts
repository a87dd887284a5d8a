import { orderHistoryQuerySchema, orderHistorySchema } from "@shop/contracts"
import { Problem } from "../../../../platform/http/problem"
import { defineRoute } from "../../../../platform/http/routes"
import { requireSession } from "../../../signed-in"
import { orderHistory } from "../../../../orders/order-history"

export const GET = defineRoute(
  {
    method: "get",
    path: "/api/account/orders",
    summary: "The signed-in customer's orders, newest first, in pages",
    query: orderHistoryQuerySchema,
    answer: orderHistorySchema,
    rejections: [400, 401],
  },
  async (req, _res, readQuery) => {
    const { customerId } = await requireSession(req)
    const page = await orderHistory(req.scope, customerId, readQuery())
    if (page === null) throw new Problem(400, "invalid", "This cursor is not valid.")
    return page
  },
)
