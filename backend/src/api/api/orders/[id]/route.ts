import { followedOrderSchema } from "@shop/contracts"
import { defineRoute } from "../../../../platform/http/routes"
import { findCardPayments } from "../../../../orders/payment-method"
import { unknownOrder } from "../rejections"
import { readerOf } from "../viewer"

export const GET = defineRoute(
  {
    method: "get",
    path: "/api/orders/{id}",
    summary: "An order and its payment; personal data for the buyer only",
    answer: followedOrderSchema,
    rejections: [404],
    rateLimit: "order-reads",
  },
  async (req) => {
    const id = req.params.id ?? ""
    const read = await readerOf(req)
    const order = await read()
    if (order === null) throw unknownOrder()
    // A page that does not follow the order by events reads it again and again.
    if (order.cardPayment !== null) await findCardPayments(req.scope)?.polls.request(id)
    return order
  },
)
