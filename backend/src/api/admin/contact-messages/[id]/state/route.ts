import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { CONTACT } from "../../../../../modules/contact"
import { readMessage } from "../../../../../workflows/contact/read-messages"
import { pathParameter } from "../../../../../http/parse"
import { staffsInput } from "../../../staffs-input"
import { messageNotFound } from "../../message-not-found"

const body = z.strictObject({ state: z.enum(["unread", "read", "archived"]) })

/** `POST /admin/contact-messages/{id}/state`: read, unread again, or out of the way. An answered one that is taken back is answered again. */
export async function POST(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const id = pathParameter(request, "id")
  const { state } = staffsInput(body, request.body)
  const message = await readMessage(request.scope, id)
  if (!message) throw messageNotFound()
  const next = state === "read" && message.answers.length > 0 ? "answered" : state
  await request.scope.resolve(CONTACT).updateContactMessages({ id, state: next })
  response.json({ message: { ...message, state: next } })
}
