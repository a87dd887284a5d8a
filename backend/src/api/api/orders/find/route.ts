import { enqueueOrderLink } from "../../../../mail/enqueue-mail"
import { findOrderSchema } from "@shop/contracts"
import { defineRoute } from "../../../../http/routes"

/** Mails the link to an order to its buyer. The answer does not show whether the order exists. */
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
    await enqueueOrderLink(req.scope, readBody())
    res.status(202).json({})
  },
)
