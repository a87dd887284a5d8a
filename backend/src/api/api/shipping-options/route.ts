import { catalogueFor, sendFromCatalogue } from "../../catalogue-answer"
import { array } from "zod/mini"
import { shippingOptionSchema } from "@shop/contracts"
import { defineRoute } from "../../../http/routes"

/** `GET /api/shipping-options`: how a parcel can travel and what it costs now. */
export const GET = defineRoute(
  {
    method: "get",
    path: "/api/shipping-options",
    summary: "How a parcel can travel and what it costs now",
    answer: array(shippingOptionSchema),
  },
  async (request, response) => {
    const catalogue = await catalogueFor(request)
    sendFromCatalogue(request, response, catalogue, "shipping", () => catalogue.context.shippingOptions)
  },
)
