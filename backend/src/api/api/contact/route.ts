import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { contactMessageSchema } from "@shop/contracts"
import { receiveContactMessageWorkflow } from "../../../workflows/contact/receive-contact-message"
import { parse } from "../../../http/parse"

/** `POST /api/contact`: kept, then told to staff and acknowledged to the sender by mail. */
export async function POST(request: MedusaRequest, response: MedusaResponse) {
  const { name, email, subject, message } = parse(contactMessageSchema, request.body)
  const { result } = await receiveContactMessageWorkflow(request.scope).run({
    input: { name, email, subject, message },
  })
  response.status(201).json(result)
}
