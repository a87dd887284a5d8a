import { claimPaymentSchema, followedOrderSchema } from "@shop/contracts"
import { defineRoute } from "../../../../../platform/http/routes"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { requireBuyer } from "../../viewer"

export const PATCH = defineRoute(
  {
    method: "patch",
    path: "/api/orders/{id}/payment",
    summary: "Record the buyer's claim of payment; the order does not change; for the buyer only",
    body: claimPaymentSchema,
    answer: followedOrderSchema,
    rejections: [403, 404],
  },
  async (req, _res, readBody) => {
    const { transactionId } = readBody()
    const { id, order } = await requireBuyer(req)
    await req.scope.resolve(BITCOIN_PAYMENT).orderPayments.recordClaim(id, transactionId)
    return order
  },
)
