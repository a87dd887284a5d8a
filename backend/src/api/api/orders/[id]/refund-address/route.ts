import { followedOrderSchema } from "@shop/contracts"
import { refundAddressOn } from "@shop/contracts/order-actions"
import { environment } from "../../../../../platform/config"
import { defineRoute } from "../../../../../platform/http/routes"
import { submitRefundAddress } from "../../../../../payments/refund-addresses"
import { noRefundAddress } from "../../rejections"
import { requireBuyer } from "../../viewer"

export const POST = defineRoute(
  {
    method: "post",
    path: "/api/orders/{id}/refund-address",
    summary: "Submit the refund address that staff requested; for the buyer only",
    body: refundAddressOn(environment.BITCOIN_NETWORK),
    answer: followedOrderSchema,
    rejections: [403, 404, 409],
    rateLimit: "refund-address",
  },
  async (req, _res, readBody) => {
    const { address } = readBody()
    const { id, cameBy, readView } = await requireBuyer(req)
    const refusal = await submitRefundAddress(req.scope, id, { text: address, cameBy })
    if (refusal !== null) throw noRefundAddress(refusal)
    return readView()
  },
)
