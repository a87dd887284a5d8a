import { receiveContactMessageWorkflow } from "../../../workflows/contact/receive-contact-message"
import { contactMessageSchema, contactReceiptSchema } from "@shop/contracts"
import { defineRoute } from "../../../http/routes"

/** `POST /api/contact`: kept, then told to staff and acknowledged to the sender by mail. */
export const POST = defineRoute(
  {
    method: "post",
    path: "/api/contact",
    summary: "Write to the shop",
    body: contactMessageSchema,
    answer: contactReceiptSchema,
    status: 201,
    rateLimit: "contact",
  },
  async (request, response, readBody) => {
    const { name, email, subject, message } = readBody()
    const { result } = await receiveContactMessageWorkflow(request.scope).run({
      input: { name, email, subject, message },
    })
    response.status(201).json(result)
  },
)
