import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { setMessageState } from "../../../../../contact/messages"
import { pathParameter } from "../../../../../http/parse"
import { staffsInput } from "../../../staffs-input"

const body = z.strictObject({ state: z.enum(["unread", "read", "archived"]) })

/** `POST /admin/contact-messages/{id}/state`: marks a message as read or unread, or archives it. */
export async function POST(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { state } = staffsInput(body, request.body)
  response.json({ message: await setMessageState(request.scope, pathParameter(request, "id"), state) })
}
