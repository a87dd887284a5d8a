import { requestOrderLink } from "../../../../workflows/guest-link/request-order-link"
import { findOrderSchema } from "@shop/contracts"
import { defineRoute } from "../../../../http/routes"

/** Mails the link to an order to its own address, if there is such an order: the answer is the same in any case. */
export const POST = defineRoute(
  {
    method: "post",
    path: "/api/orders/find",
    summary: "Mail the link to an order to its own address, if there is such an order",
    body: findOrderSchema,
    status: 202,
    rateLimit: "find-order",
  },
  async (req, res, readBody) => {
    await requestOrderLink(req.scope, readBody())
    res.status(202).json({})
  },
)
