import { eraseMessages } from "../../../../platform/medusa-tables/erasure"
import { readMessage } from "../../../../messages/messages"
import { staffRoute } from "../../staff-route"

/** `GET /admin/contact-messages/{id}`: one message with its answers. */
export const GET = staffRoute(async ({ scope, id }) => ({ message: await readMessage(scope, id) }))

/** `DELETE /admin/contact-messages/{id}`: deletes a message with its answers and mails. */
export const DELETE = staffRoute(async ({ scope, id }) => {
  await eraseMessages(scope, { ids: [id] })
  return { id, object: "contact_message", deleted: true }
})
