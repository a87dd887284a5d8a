import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { answerMessage } from "../../../../../workflows/contact/answer-message"
import { readMessage } from "../../../../../workflows/contact/read-messages"
import { pathParameter } from "../../../../../http/parse"
import { staffAddress } from "../../../staff-member"
import { staffsInput } from "../../../staffs-input"
import { messageNotFound } from "../../message-not-found"

const body = z.strictObject({
  text: z
    .string("Please write an answer.")
    .trim()
    .min(1, "Please write an answer.")
    .max(20_000, "Please keep the answer to 20,000 characters."),
  /** Made up by the page for each answer. */
  requestKey: z.uuid(),
})

/** `POST /admin/contact-messages/{id}/answers`: kept, and sent by mail. The same key again is the same answer. */
export async function POST(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const messageId = pathParameter(request, "id")
  const { text, requestKey } = staffsInput(body, request.body)
  const answeredBy = await staffAddress(request)
  const isThere = await answerMessage(request.scope, { messageId, text, requestKey, answeredBy })
  const message = isThere ? await readMessage(request.scope, messageId) : null
  if (!message) throw messageNotFound()
  response.json({ message })
}
