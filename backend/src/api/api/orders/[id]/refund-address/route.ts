import { followedOrderSchema } from "@shop/contracts"
import { refundAddressOn } from "@shop/contracts/order-actions"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { OUTBOX } from "medusa-payments/modules/outbox"
import { REFUND_TERMS } from "../../../../../orders/bitcoin-details"
import { defineRoute } from "../../../../../platform/http/routes"
import { noRefundAddress } from "../../rejections"
import { requireBuyer } from "../../viewer"

export const POST = defineRoute(
  {
    method: "post",
    path: "/api/orders/{id}/refund-address",
    summary: "Submit the refund address that staff requested; for the buyer only",
    body: refundAddressOn(REFUND_TERMS),
    answer: followedOrderSchema,
    rejections: [403, 404, 409],
    rateLimit: "refund-address",
  },
  async (req, _res, readBody) => {
    const { address } = readBody()
    const { id, cameBy, readView } = await requireBuyer(req)
    const { reviewService } = req.scope.resolve(BITCOIN_PAYMENT)
    const result = await reviewService.submitRefundAddress(id, { text: address, cameBy })
    if (!result.ok) throw noRefundAddress(result.reason)
    // Buyer and staff are notified.
    await req.scope.resolve(OUTBOX).wakeWorker()
    return readView()
  },
)
