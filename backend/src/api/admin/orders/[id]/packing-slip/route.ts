import { readShop } from "../../../../../mail/shop"
import { packingSlips } from "../../../../../orders/print/packing-slip"
import { sendPrintPage } from "../../../../../orders/print/print-page"
import { orderContent, readOrder, unknownOrder } from "../../../../../orders/projections"
import { staffRoute } from "../../../staff-route"

export const GET = staffRoute(async ({ scope, id, response }) => {
  const order = await readOrder(scope, orderContent, id)
  if (order === undefined) throw unknownOrder()
  sendPrintPage(response, packingSlips(await readShop(scope), [order]))
})
