import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { listMessages } from "../../../messages/messages"
import { parseStaffInput } from "../staff-input"

const query = z.strictObject({
  folder: z.enum(["inbox", "archived"]).default("inbox"),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).default(0),
})

/** `GET /admin/contact-messages`: the messages of a folder, unread first and then the newest. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  response.json(await listMessages(request.scope, parseStaffInput(query, request.query)))
}
