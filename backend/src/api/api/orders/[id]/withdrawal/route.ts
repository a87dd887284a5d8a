import { followedOrderSchema } from "@shop/contracts"
import { withdrawOrderSchema } from "@shop/contracts/order-actions"
import { defineRoute } from "../../../../../platform/http/routes"
import { sendWithdrawal } from "../../../../../workflows/withdraw-order"
import { invalidField } from "../../../../../platform/http/problem"
import { conflict, unknownOrder } from "../../rejections"
import { requireBuyer } from "../../viewer"

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
    const { id, cameBy, readView } = await requireBuyer(req)
    const sent = await sendWithdrawal(req.scope, id, { ...notice, cameBy })
    if (!sent.ok) {
      if (sent.reason === "unknown") throw unknownOrder()
      throw sent.reason === "unknown_items"
        ? invalidField("items", "This order does not have these items in this quantity.")
        : conflict(sent.reason)
    }
    if (!sent.isNew) res.status(200)
    return readView()
  },
)
