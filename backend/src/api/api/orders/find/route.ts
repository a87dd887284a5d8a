import { findOrderSchema } from "@shop/contracts"
import { defineRoute } from "../../../../platform/http/routes"
import { enqueueOrderLink } from "../../../../mail/enqueue-mail"

export const POST = defineRoute(
  {
    method: "post",
    path: "/api/orders/find",
    summary: "Email the link of an order to its buyer, if the order exists",
    body: findOrderSchema,
    status: 202,
    rateLimit: "find-order",
  },
  async (req, _res, readBody) => {
    // The response is the same whether the order exists or not.
    await enqueueOrderLink(req.scope, readBody())
    return {}
  },
)
