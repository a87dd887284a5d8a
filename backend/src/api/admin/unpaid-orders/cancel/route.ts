import { z } from "@medusajs/framework/zod"
import { cancelUnpaidOrdersOf } from "../../../../workflows/end-unpaid-orders"
import { staffRoute } from "../../staff-route"

const bodySchema = z.strictObject({ client: z.string().min(1).max(50) })

export const POST = staffRoute(async ({ scope, read, member }) => {
  const { client } = read(bodySchema)
  return { cancelled: await cancelUnpaidOrdersOf(scope, client, (await member()).id) }
})
