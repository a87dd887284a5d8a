import { claimPaymentSchema, followedOrderSchema } from "@shop/contracts"
import { defineRoute } from "../../../../../http/routes"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { orderView } from "../../../../../orders/order-view"
import { unknownOrder } from "../../rejections"
import { viewerOf } from "../../viewer"

export const PATCH = defineRoute(
  {
    method: "patch",
    path: "/api/orders/{id}/payment",
    summary: "Record the buyer's claim of payment; the order does not change",
    body: claimPaymentSchema,
    answer: followedOrderSchema,
    rejections: [404],
  },
  async (req, res, readBody) => {
    const { transactionId } = readBody()
    const id = req.params.id ?? ""
    const order = await orderView(req.scope, id, await viewerOf(req, id))
    if (order === null) throw unknownOrder()
    await req.scope.resolve(BITCOIN_PAYMENT).orderPayments.recordClaim(id, transactionId)
    res.json(order)
  },
)
