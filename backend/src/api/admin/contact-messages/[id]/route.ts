import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { eraseMessages } from "../../../../customers/erase-messages"
import { readMessage } from "../../../../messages/messages"
import { pathParameter } from "../../../../platform/http/parse"

/** `GET /admin/contact-messages/{id}`: one message with its answers. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  response.json({ message: await readMessage(request.scope, pathParameter(request, "id")) })
}

/** `DELETE /admin/contact-messages/{id}`: deletes a message with its answers and mails. */
export async function DELETE(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const id = pathParameter(request, "id")
  await eraseMessages(request.scope, [id])
  response.json({ id, object: "contact_message", deleted: true })
}
