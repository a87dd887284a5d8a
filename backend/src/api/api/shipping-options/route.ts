import { shippingOptionSchema } from "@shop/contracts"
import { array } from "zod/mini"
import { defineRoute } from "../../../http/routes"
import { catalogueFor, sendFromCatalogue } from "../../catalogue-answer"

export const GET = defineRoute(
  {
    method: "get",
    path: "/api/shipping-options",
    summary: "The shipping options with their current prices",
    answer: array(shippingOptionSchema),
  },
  async (request, response) => {
    const catalogue = await catalogueFor(request)
    sendFromCatalogue(request, response, catalogue, "shipping", () => catalogue.context.shippingOptions)
  },
)
