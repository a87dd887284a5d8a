import { followedOrderSchema } from "@shop/contracts"
import { defineRoute } from "../../../../../platform/http/routes"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { buyerOfOrder } from "../../../../../orders/known-buyers"
import { payDifference } from "../../../../../workflows/order-changes/change-payment-method"
import { mayTakeAddress } from "../../../../../workflows/place-order/address-share"
import { conflict, noNewQuote, problemOf, unknownOrder } from "../../rejections"
import { requireBuyer } from "../../viewer"

export const POST = defineRoute(
  {
    method: "post",
    path: "/api/orders/{id}/quote",
    summary: "Renew an expired Bitcoin quote while the stock is reserved; for the buyer only",
    answer: followedOrderSchema,
    status: 201,
    rejections: [403, 404, 409, 503],
  },
  async (req, res) => {
    const { id, readView } = await requireBuyer(req)
    const renewal = await req.scope
      .resolve(BITCOIN_PAYMENT)
      .quotes.renew(id, () => mayTakeAddress(req.scope, id), buyerOfOrder(req.scope, id))
    if (!renewal.ok) {
      if (renewal.reason === "no_invoice") throw unknownOrder()
      if (renewal.reason === "payment_seen") throw conflict(renewal.reason)
      // Another tab has renewed it: return the current quote.
      if (renewal.reason === "still_valid") res.status(200)
      else {
        const difference = await payDifference(req.scope, id, "bitcoin")
        if (difference === undefined) throw noNewQuote(renewal.reason)
        if (difference) throw problemOf(difference, true)
      }
    }
    return readView()
  },
)
