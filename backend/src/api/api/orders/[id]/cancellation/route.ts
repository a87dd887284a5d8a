import { followedOrderSchema } from "@shop/contracts"
import { cancelOrderOn } from "@shop/contracts/order-actions"
import { REFUND_TERMS } from "../../../../../orders/bitcoin-details"
import { defineRoute } from "../../../../../platform/http/routes"
import { cancelForBuyer } from "../../../../../workflows/cancel-own-order"
import { cardUnavailable, conflict, noRefundAddress, unknownOrder } from "../../rejections"
import { requireBuyer } from "../../viewer"

export const POST = defineRoute(
  {
    method: "post",
    path: "/api/orders/{id}/cancellation",
    summary: "Cancel an unpaid order, or a paid one within an hour of its payment; for the buyer only",
    body: cancelOrderOn(REFUND_TERMS),
    answer: followedOrderSchema,
    rejections: [403, 404, 409, 503],
    rateLimit: "cancel-order",
  },
  async (req, _res, readBody) => {
    const { refundAddress: text } = readBody()
    const { id, cameBy, readView } = await requireBuyer(req)
    const result = await cancelForBuyer(req.scope, id, text === undefined ? null : { text, cameBy })
    if (!result.ok) throw problemFor(result.reason)
    return readView()
  },
)

type Rejection = Extract<Awaited<ReturnType<typeof cancelForBuyer>>, { ok: false }>["reason"]

function problemFor(reason: Rejection) {
  switch (reason) {
    case "unknown":
      return unknownOrder()
    case "card_unavailable":
      return cardUnavailable(
        "The card processor does not answer, so its payment page is still open. Nothing has changed. Please try again in a minute.",
      )
    case "packed":
    case "money_under_way":
    case "too_late":
    case "by_hand":
      return conflict(reason)
    default:
      return noRefundAddress(reason, "refundAddress")
  }
}
