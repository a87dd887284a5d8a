import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { paymentStanding } from "../../../../../workflows/fulfilment-guard/payment-standing"
import { readSeller } from "../../../../../workflows/mail/shop"
import { readBill } from "../../../../../workflows/receipt/read-bill"
import { receiptSheet } from "../../../print/receipt"
import { sendSheet } from "../../../print/sheet"

/** The VAT receipt, to be printed. Only of an order whose money is in the books. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const id = req.params.id ?? ""
  const [bill, standing] = await Promise.all([readBill(req.scope, id), paymentStanding(req.scope, id)])
  if (bill === null || standing === null)
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such order.")
  const isPaid = bill.paidPence > 0 && (standing.outstandingPence <= 0 || standing.isCancelled)
  if (!isPaid)
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "This order is not paid: there is no receipt yet.")
  sendSheet(res, receiptSheet(await readSeller(req.scope), bill))
}
