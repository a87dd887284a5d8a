import { changePaymentMethodSchema, followedOrderSchema } from "@shop/contracts"
import { defineRoute } from "../../../../../http/routes"
import { orderView } from "../../../../../orders/order-view"
import { changePaymentMethod } from "../../../../../workflows/card-payments/change-payment-method"
import { cardUnavailable, notPayable, problemOf, unknownOrder } from "../../rejections"
import { viewerOf } from "../../viewer"

export const POST = defineRoute(
  {
    method: "post",
    path: "/api/orders/{id}/payment-method",
    summary: "Change between card and Bitcoin while nothing is paid",
    body: changePaymentMethodSchema,
    answer: followedOrderSchema,
    rejections: [404, 409, 503],
  },
  async (req, res, readBody) => {
    const { paymentMethod } = readBody()
    const id = req.params.id ?? ""
    const viewer = await viewerOf(req, id)
    if ((await orderView(req.scope, id, viewer)) === null) throw unknownOrder()
    const rejection = await changePaymentMethod(req.scope, id, paymentMethod)
    if (rejection === "not_payable") throw notPayable()
    if (rejection === "cards_not_taken") throw cardUnavailable()
    if (rejection === "too_many_addresses")
      throw problemOf({ reason: "too_many_unpaid_orders", sharedBy: "bitcoin" }, true)
    res.setHeader("Cache-Control", "no-store")
    res.json(await orderView(req.scope, id, viewer))
  },
)
