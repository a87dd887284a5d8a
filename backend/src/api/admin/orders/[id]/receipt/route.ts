import { MedusaError } from "@medusajs/framework/utils"
import { readShop } from "../../../../../mail/shop"
import { readPaymentStatus } from "../../../../../orders/payment-status"
import { sendPrintPage } from "../../../../../orders/print/print-page"
import { receiptPage } from "../../../../../orders/print/receipt-page"
import { readReceipt } from "../../../../../orders/receipt"
import { staffRoute, unknownOrder } from "../../../staff-route"

/** The VAT receipt, to be printed. Only of an order whose money is in the books. */
export const GET = staffRoute(async ({ scope, id, response }) => {
  const [receipt, status] = await Promise.all([readReceipt(scope, id), readPaymentStatus(scope, id)])
  if (receipt === null || status === null) throw unknownOrder()
  const isPaid = receipt.paidPence > 0 && (status.outstandingPence <= 0 || status.isCancelled)
  if (!isPaid)
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "This order is not paid: there is no receipt yet.")
  sendPrintPage(response, receiptPage(await readShop(scope), receipt))
})
