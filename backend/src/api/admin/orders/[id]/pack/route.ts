import { packOrder } from "../../../../../workflows/parcels/send-parcels"
import { staffRoute } from "../../../staff-route"

export const POST = staffRoute(async ({ scope, id, request }) => {
  await packOrder(scope, id, request.auth_context.actor_id)
  return {}
})
