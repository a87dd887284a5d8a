import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { eraseMessages } from "../../../../workflows/contact/erase-messages"
import { readMessage } from "../../../../workflows/contact/read-messages"
import { pathParameter } from "../../../../http/parse"
import { messageNotFound } from "../message-not-found"

/** `GET /admin/contact-messages/{id}`: one message with its answers. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const message = await readMessage(request.scope, pathParameter(request, "id"))
  if (!message) throw messageNotFound()
  response.json({ message })
}

/** `DELETE /admin/contact-messages/{id}`: for good, with its answers and mails. */
export async function DELETE(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const id = pathParameter(request, "id")
  await eraseMessages(request.scope, [id])
  response.json({ id, object: "contact_message", deleted: true })
}
