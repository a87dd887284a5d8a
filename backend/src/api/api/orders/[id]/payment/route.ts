import { BITCOIN_PAYMENT } from "../../../../../modules/bitcoin-payment"
import { orderView } from "../../order-view"
import { unknownOrder } from "../../rejections"
import { viewerOf } from "../../viewer"
import { claimPaymentSchema, followedOrderSchema } from "@shop/contracts"
import { defineRoute } from "../../../../../http/routes"

/** Keeps what a buyer says about a payment, and answers what the chain says. The words change nothing. */
export const PATCH = defineRoute(
  {
    method: "patch",
    path: "/api/orders/{id}/payment",
    summary: "Claim a payment; it changes nothing by itself",
    body: claimPaymentSchema,
    answer: followedOrderSchema,
    rejections: [404],
  },
  async (req, res, readBody) => {
    const { transactionId } = readBody()
    const id = req.params.id ?? ""
    const order = await orderView(req.scope, id, await viewerOf(req, id))
    if (order === null) throw unknownOrder()
    await req.scope.resolve(BITCOIN_PAYMENT).recordClaim(id, transactionId)
    res.json(order)
  },
)
