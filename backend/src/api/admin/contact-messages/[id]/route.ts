import { eraseMessages } from "../../../../platform/medusa-tables/erasure"
import { readMessage } from "../../../../messages/messages"
import { staffRoute } from "../../staff-route"

export const GET = staffRoute(async ({ scope, id }) => ({ message: await readMessage(scope, id) }))

export const DELETE = staffRoute(async ({ scope, id }) => {
  await eraseMessages(scope, { ids: [id] })
  return { id, object: "contact_message", deleted: true }
})
