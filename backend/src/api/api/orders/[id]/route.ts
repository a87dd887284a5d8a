import { orderView } from "../order-view"
import { unknownOrder } from "../rejections"
import { viewerOf } from "../viewer"
import { followedOrderSchema } from "@shop/contracts"
import { defineRoute } from "../../../../http/routes"

/** An order and how its payment stands; what is personal in it only for its buyer. */
export const GET = defineRoute(
  {
    method: "get",
    path: "/api/orders/{id}",
    summary: "An order and its payment; what is personal only for its buyer",
    answer: followedOrderSchema,
    rejections: [404],
  },
  async (req, res) => {
    const id = req.params.id ?? ""
    const order = await orderView(req.scope, id, await viewerOf(req, id))
    if (order === null) throw unknownOrder()
    res.setHeader("Cache-Control", "no-store")
    res.json(order)
  },
)
