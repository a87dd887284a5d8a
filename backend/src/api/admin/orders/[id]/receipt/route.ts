import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { readPaymentStatus } from "../../../../../orders/payment-status"
import { readShop } from "../../../../../mail/shop"
import { sendPrintPage } from "../../../../../orders/print/print-page"
import { receiptPage } from "../../../../../orders/print/receipt-page"
import { readReceipt } from "../../../../../orders/receipt"

/** The VAT receipt, to be printed. Only of an order whose money is in the books. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const id = req.params.id ?? ""
  const [receipt, status] = await Promise.all([readReceipt(req.scope, id), readPaymentStatus(req.scope, id)])
  if (receipt === null || status === null)
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such order.")
  const isPaid = receipt.paidPence > 0 && (status.outstandingPence <= 0 || status.isCancelled)
  if (!isPaid)
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "This order is not paid: there is no receipt yet.")
  sendPrintPage(res, receiptPage(await readShop(req.scope), receipt))
}
