import { readBusinessDetails } from "../../../business-details/business-details"
import { sendRevalidated } from "../../catalogue-answer"
import { businessDetailsSchema } from "@shop/contracts"
import { defineRoute } from "../../../http/routes"

/** `GET /api/shop`: who sells. */
export const GET = defineRoute(
  {
    method: "get",
    path: "/api/shop",
    summary: "Who sells: name, address, how to reach them, numbers, hours",
    answer: businessDetailsSchema,
  },
  async (request, response) => {
    sendRevalidated(request, response, await readBusinessDetails(request.scope))
  },
)
