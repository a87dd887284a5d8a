import { environment } from "../../../../../config"
import { submitRefundAddress } from "../../../../../payment-review/refund-addresses"
import { orderView } from "../../order-view"
import { noRefundAddress, notTheBuyer, unknownOrder } from "../../rejections"
import { viewerOf } from "../../viewer"
import { followedOrderSchema, refundAddressOn } from "@shop/contracts"
import { defineRoute } from "../../../../../http/routes"

/** Where the buyer wants a refund that staff have asked about. Nobody else may say: the id of an order is not enough. */
export const POST = defineRoute(
  {
    method: "post",
    path: "/api/orders/{id}/refund-address",
    summary: "Where the buyer wants a refund that the shop has asked about; for its buyer alone",
    body: refundAddressOn(environment.BITCOIN_NETWORK),
    answer: followedOrderSchema,
    rejections: [403, 404, 409],
    rateLimit: "refund-address",
  },
  async (req, res, readBody) => {
    const { address } = readBody()
    const id = req.params.id ?? ""
    const viewer = await viewerOf(req, id)
    const order = await orderView(req.scope, id, viewer)
    if (order === null) throw unknownOrder()
    if (order.owner === null) throw notTheBuyer()
    const cameBy = viewer.hasKey ? "link" : "account"
    const refusal = await submitRefundAddress(req.scope, id, { text: address, cameBy })
    if (refusal !== null) throw noRefundAddress(refusal)
    res.json(await orderView(req.scope, id, viewer))
  },
)
