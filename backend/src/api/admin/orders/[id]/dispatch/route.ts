import { z } from "@medusajs/framework/zod"
import { readTracking } from "@shop/contracts/staff"
import { sendOrder } from "../../../../../workflows/parcels/send-parcels"
import { staffRoute } from "../../../staff-route"

const bodySchema = z.strictObject({
  tracking: z.string().transform(readTracking).pipe(z.string("This is no tracking number.")),
})

export const POST = staffRoute(async ({ scope, id, read, request }) => {
  await sendOrder(scope, id, { ...read(bodySchema), by: request.auth_context.actor_id })
  return {}
})
