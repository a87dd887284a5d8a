import { z } from "@medusajs/framework/zod"
import { listMessages } from "../../../messages/messages"
import { staffRoute } from "../staff-route"

const querySchema = z.strictObject({
  folder: z.enum(["inbox", "archived"]).default("inbox"),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).default(0),
})

export const GET = staffRoute(({ scope, read }) => listMessages(scope, read(querySchema)))
