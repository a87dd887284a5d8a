import { z } from "@medusajs/framework/zod"
import { sendOrder } from "../../../../../workflows/parcels/send-parcels"
import { staffRoute } from "../../../staff-route"

const bodySchema = z.strictObject({ tracking: z.string() })

export const POST = staffRoute(async ({ scope, id, read, request }) => {
  await sendOrder(scope, id, { ...read(bodySchema), by: request.auth_context.actor_id })
  return {}
})
