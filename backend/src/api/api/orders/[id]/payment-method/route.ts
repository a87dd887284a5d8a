import { changePaymentMethodSchema, followedOrderSchema } from "@shop/contracts"
import { defineRoute } from "../../../../../platform/http/routes"
import { changePaymentMethod } from "../../../../../workflows/order-changes/change-payment-method"
import { problemOf } from "../../rejections"
import { requireBuyer } from "../../viewer"

export const POST = defineRoute(
  {
    method: "post",
    path: "/api/orders/{id}/payment-method",
    summary: "Change between card and Bitcoin while nothing is paid; for the buyer only",
    body: changePaymentMethodSchema,
    answer: followedOrderSchema,
    rejections: [403, 404, 409, 503],
  },
  async (req, _res, readBody) => {
    const { paymentMethod } = readBody()
    const { id, readView } = await requireBuyer(req)
    const rejection = await changePaymentMethod(req.scope, id, paymentMethod)
    if (rejection) throw problemOf(rejection, true)
    return readView()
  },
)
