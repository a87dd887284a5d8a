import { shippingOptionSchema } from "@shop/contracts"
import { array } from "zod/mini"
import { defineRoute } from "../../../platform/http/routes"
import { estimateIfPaid } from "../../../orders/delivery/estimate"
import { catalogueFor, sendRevalidated } from "../../catalogue-answer"

export const GET = defineRoute(
  {
    method: "get",
    path: "/api/shipping-options",
    summary: "The shipping options with their current prices and the estimated day of arrival",
    answer: array(shippingOptionSchema),
  },
  async (request, response) => {
    const { context } = await catalogueFor(request)
    const now = new Date()
    const options = context.shippingOptions.map((option) => ({
      ...option,
      estimate: estimateIfPaid(option.id, now),
    }))
    sendRevalidated(request, response, options)
  },
)
