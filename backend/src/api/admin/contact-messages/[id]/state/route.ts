import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { setMessageState } from "../../../../../messages/messages"
import { pathParameter } from "../../../../../platform/http/parse"
import { parseStaffInput } from "../../../staff-input"

const body = z.strictObject({ state: z.enum(["unread", "read", "archived"]) })

/** `POST /admin/contact-messages/{id}/state`: marks a message as read or unread, or archives it. */
export async function POST(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { state } = parseStaffInput(body, request.body)
  response.json({ message: await setMessageState(request.scope, pathParameter(request, "id"), state) })
}
