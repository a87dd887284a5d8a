import { readShop } from "../../../../../mail/shop"
import { sendPrintPage } from "../../../../../orders/print/print-page"
import { readReceiptPage } from "../../../../../orders/print/receipt-page"
import { defineRoute } from "../../../../../platform/http/routes"
import { conflict, unknownOrder } from "../../rejections"
import { requireBuyer } from "../../viewer"

export const GET = defineRoute(
  {
    method: "get",
    path: "/api/orders/{id}/receipt",
    summary: "The receipt of a paid order as a page to print; for the buyer only",
    rejections: [403, 404, 409],
    rateLimit: "order-reads",
  },
  async (req, res) => {
    const { id } = await requireBuyer(req)
    const page = await readReceiptPage(req.scope, id, await readShop(req.scope))
    if (page === "unknown") throw unknownOrder()
    if (page === "unpaid") throw conflict("no_receipt")
    sendPrintPage(res, page)
  },
)
