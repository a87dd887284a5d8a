import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { refundAddressOn } from "@shop/contracts"
import { environment } from "../../../../../config"
import { submitRefundAddress } from "../../../../../workflows/payment-review/submit-refund-address"
import { parse } from "../../../../../http/parse"
import { orderView } from "../../order-view"
import { noRefundAddress, notTheBuyer, unknownOrder } from "../../rejections"
import { viewerOf } from "../../viewer"

const schema = refundAddressOn(environment.BITCOIN_NETWORK)

/** Where the buyer wants a refund that staff have asked about. Nobody else may say: the id of an order is not enough. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { address } = parse(schema, req.body)
  const id = req.params.id ?? ""
  const viewer = await viewerOf(req, id)
  const order = await orderView(req.scope, id, viewer)
  if (order === null) throw unknownOrder()
  if (order.owner === null) throw notTheBuyer()
  const cameBy = viewer.hasKey ? "link" : "account"
  const refusal = await submitRefundAddress(req.scope, id, { text: address, cameBy })
  if (refusal !== null) throw noRefundAddress(refusal)
  res.json(await orderView(req.scope, id, viewer))
}
