import { MedusaError } from "@medusajs/framework/utils"
import { readShop } from "../../../../../mail/shop"
import { sendPrintPage } from "../../../../../orders/print/print-page"
import { readReceiptPage } from "../../../../../orders/print/receipt-page"
import { unknownOrder } from "../../../../../orders/projections"
import { staffRoute } from "../../../staff-route"

export const GET = staffRoute(async ({ scope, id, response }) => {
  const page = await readReceiptPage(scope, id, await readShop(scope))
  if (page === "unknown") throw unknownOrder()
  if (page === "unpaid")
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "This order is not paid: there is no receipt yet.")
  sendPrintPage(response, page)
})
