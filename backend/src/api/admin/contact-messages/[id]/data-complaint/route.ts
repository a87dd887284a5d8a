import { z } from "@medusajs/framework/zod"
import { markDataComplaint } from "../../../../../messages/messages"
import { staffRoute } from "../../../staff-route"

const bodySchema = z.strictObject({ isDataComplaint: z.boolean() })

export const POST = staffRoute(async ({ scope, id, read, caller }) => ({
  message: await markDataComplaint(scope, id, read(bodySchema).isDataComplaint, await caller()),
}))
