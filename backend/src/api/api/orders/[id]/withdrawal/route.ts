import { followedOrderSchema } from "@shop/contracts"
import { withdrawOrderSchema } from "@shop/contracts/order-actions"
import { defineRoute } from "../../../../../http/routes"
import { orderView } from "../../../../../orders/order-view"
import { sendWithdrawal } from "../../../../../workflows/withdraw-order"
import { notTheBuyer, notWithdrawable, unknownItems, unknownOrder } from "../../rejections"
import { viewerOf } from "../../viewer"

export const POST = defineRoute(
  {
    method: "post",
    path: "/api/orders/{id}/withdrawal",
    summary:
      "Withdraw from an order within 14 days of its delivery, by the model cancellation form; for the buyer only",
    body: withdrawOrderSchema,
    answer: followedOrderSchema,
    status: 201,
    rejections: [403, 404, 409],
    rateLimit: "cancel-order",
  },
  async (req, res, readBody) => {
    const notice = readBody()
    const id = req.params.id ?? ""
    const viewer = await viewerOf(req, id)
    const order = await orderView(req.scope, id, viewer)
    if (order === null) throw unknownOrder()
    if (order.owner === null) throw notTheBuyer()
    const cameBy = viewer.hasKey ? "link" : "account"
    const sent = await sendWithdrawal(req.scope, id, { ...notice, cameBy })
    if (!sent.ok) {
      if (sent.reason === "unknown") throw unknownOrder()
      throw sent.reason === "unknown_items" ? unknownItems() : notWithdrawable(sent.reason)
    }
    res.setHeader("Cache-Control", "no-store")
    res.status(sent.isNew ? 201 : 200).json(await orderView(req.scope, id, viewer))
  },
)
