import { z } from "@medusajs/framework/zod"
import { cancelUnpaidOrdersOf } from "../../../../workflows/end-unpaid-orders"
import { staffRoute } from "../../staff-route"

const bodySchema = z.strictObject({ client: z.string().min(1).max(50) })

/** `POST /admin/unpaid-orders/cancel`: cancels all unpaid orders of one client and releases their stock. */
export const POST = staffRoute(async ({ scope, read, member }) => {
  const { client } = read(bodySchema)
  return { cancelled: await cancelUnpaidOrdersOf(scope, client, (await member()).id) }
})
