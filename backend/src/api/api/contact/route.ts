import { contactMessageSchema, contactReceiptSchema } from "@shop/contracts"
import { defineRoute } from "../../../platform/http/routes"
import { receiveContactMessage } from "../../../workflows/receive-contact-message"

export const POST = defineRoute(
  {
    method: "post",
    path: "/api/contact",
    summary: "Send a message to the shop",
    body: contactMessageSchema,
    answer: contactReceiptSchema,
    status: 201,
    rateLimit: "contact",
  },
  async (request, _response, readBody) => receiveContactMessage(request.scope, readBody()),
)
