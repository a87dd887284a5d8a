import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { claimPaymentSchema } from "@shop/contracts"
import { BITCOIN_PAYMENT } from "../../../../../modules/bitcoin-payment"
import { parse } from "../../../../../http/parse"
import { orderView } from "../../order-view"
import { unknownOrder } from "../../rejections"
import { viewerOf } from "../../viewer"

/** Keeps what a buyer says about a payment, and answers what the chain says. The words change nothing. */
export async function PATCH(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { transactionId } = parse(claimPaymentSchema, req.body)
  const id = req.params.id ?? ""
  const order = await orderView(req.scope, id, await viewerOf(req, id))
  if (order === null) throw unknownOrder()
  await req.scope.resolve(BITCOIN_PAYMENT).recordClaim(id, transactionId)
  res.json(order)
}
