import { businessDetailsSchema } from "@shop/contracts"
import { readBusinessDetails } from "../../../orders/business-details/business-details"
import { defineRoute } from "../../../platform/http/routes"
import { sendRevalidated } from "../../catalogue-answer"

export const GET = defineRoute(
  {
    method: "get",
    path: "/api/shop",
    summary: "The business details: name, address, contact, registration, hours",
    answer: businessDetailsSchema,
  },
  async (request, response) => {
    sendRevalidated(request, response, await readBusinessDetails(request.scope))
  },
)
