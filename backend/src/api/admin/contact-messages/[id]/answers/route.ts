import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { answerMessage, readMessage } from "../../../../../messages/messages"
import { pathParameter } from "../../../../../platform/http/parse"
import { staffAddress } from "../../../staff-member"
import { parseStaffInput } from "../../../staff-input"

const body = z.strictObject({
  text: z
    .string("Please write an answer.")
    .trim()
    .min(1, "Please write an answer.")
    .max(20_000, "Please keep the answer to 20,000 characters."),
  /** Made up by the page for each answer. A repeated key is the same answer. */
  requestKey: z.uuid(),
})

/** `POST /admin/contact-messages/{id}/answers`: stores an answer and sends it by mail. */
export async function POST(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const messageId = pathParameter(request, "id")
  const { text, requestKey } = parseStaffInput(body, request.body)
  const answeredBy = await staffAddress(request)
  await answerMessage(request.scope, { messageId, text, requestKey, answeredBy })
  response.json({ message: await readMessage(request.scope, messageId) })
}
