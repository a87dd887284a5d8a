import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { BITCOIN_PAYMENT } from "../../../../../../modules/bitcoin-payment"
import { respond } from "../../../../../respond"
import { openInvoiceOfOrder } from "../../../../../../workflows/open-invoice"

const REJECTIONS = {
  no_invoice: "This order is not paid in Bitcoin.",
  still_valid: "The last quote is still valid, or its payment has been seen.",
  payment_seen: "A payment for this order has been seen. Do not pay again: it is being looked at.",
  closed: "This order can no longer be paid.",
  too_often: "This order cannot be quoted again.",
  too_many_addresses: "Too many quotes are unpaid. Pay one of them first.",
}

export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const orderId = req.params["id"] ?? ""
  await respond(res, async () => {
    const renewal = await req.scope.resolve(BITCOIN_PAYMENT).quotes.renew(orderId, async () => true)
    if (!renewal.ok)
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, REJECTIONS[renewal.reason], renewal.reason)
    return openInvoiceOfOrder(req.scope, orderId)
  })
}
