import { z } from "@medusajs/framework/zod"
import { setMessageState } from "../../../../../messages/messages"
import { staffRoute } from "../../../staff-route"

const bodySchema = z.strictObject({ state: z.enum(["unread", "read", "archived"]) })

export const POST = staffRoute(async ({ scope, id, read }) => ({
  message: await setMessageState(scope, id, read(bodySchema).state),
}))
