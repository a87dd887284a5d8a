import { cardSessionSchema } from "@shop/contracts"
import { defineRoute } from "../../../../../platform/http/routes"
import { openCardPage } from "../../../../../workflows/card-payments/open-card-page"
import { cardUnavailable, conflict, unknownOrder } from "../../rejections"
import { requireBuyer } from "../../viewer"

export const POST = defineRoute(
  {
    method: "post",
    path: "/api/orders/{id}/card-session",
    summary:
      "The card processor's page for an unpaid order; a repeated call returns the open page; for the buyer only",
    answer: cardSessionSchema,
    rejections: [403, 404, 409, 503],
  },
  async (req) => {
    const { id } = await requireBuyer(req)
    const page = await openCardPage(req.scope, id)
    if (!page.ok) {
      if (page.reason === "not_a_card_order") throw unknownOrder()
      throw page.reason === "not_payable" ? conflict("not_payable") : cardUnavailable()
    }
    return { url: page.url }
  },
)
